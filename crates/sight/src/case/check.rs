//! The judgement over a case: every claim in all four mirrors, and whether those who are seen see back.

use std::fmt;

use undercroft_grid::{BitGrid, Cell, Symmetry};

use super::{Expectation, FovCase};
use crate::{Corners, Floor, Fov, FovGlyphs, FovText, Observer, View};

/// The four mirrorings in which every case is checked.
const MIRRORS: [Symmetry; 4] = [Symmetry::Identity, Symmetry::MirrorX, Symmetry::MirrorY, Symmetry::HalfTurn];

/// From where the observer must be seen in return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thoroughness {
    /// From every interesting corner.
    Corners,
    /// From every seen cell.
    EveryCell,
}

/// What came out of a case.
#[derive(Clone, Debug)]
pub struct CaseReport {
    /// The case's name.
    pub name: String,
    /// Who looked, if anyone did.
    pub observer: Option<Observer>,
    /// Number of seen cells.
    pub seen: usize,
    /// Number of interesting corners.
    pub interesting: usize,
    /// How many claims and looks back were checked.
    pub checks: usize,
    /// What was wrong, in the order in which it was found.
    pub failures: Vec<Failure>,
}

/// Something that was not as it should be.
#[derive(Clone, Debug)]
pub struct Failure {
    /// In which mirror.
    pub mirror: Symmetry,
    /// What, in a sentence.
    pub message: String,
    /// The map as it should look.
    pub expected: String,
    /// The map as it looks.
    pub found: String,
}

impl FovCase {
    /// Checks every claim in all four mirrors, and that the observer is seen from where it sees.
    pub fn check(&self, thoroughness: Thoroughness) -> CaseReport {
        let mut report = CaseReport {
            name: self.name.clone(),
            observer: self.observer,
            seen: 0,
            interesting: 0,
            checks: 0,
            failures: Vec::new(),
        };
        for mirror in MIRRORS {
            let case = self.transformed(mirror);
            let scene = Scene::new(&case);
            scene.check_claims(&case, mirror, &mut report);
            if let Some(observer) = case.observer {
                scene.check_back(&case, observer, (mirror, thoroughness), &mut report);
            }
            (report.seen, report.interesting) = (scene.seen.count(), scene.interesting.count());
        }
        report
    }
}

impl CaseReport {
    /// Whether everything was as it should be.
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }
}

/// One line of a table: verdict, checks, seen cells, interesting corners, observer, name.
impl fmt::Display for CaseReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { checks, seen, interesting, name, .. } = self;
        let verdict = if self.passed() { "ok" } else { "FAILED" };
        let observer = self.observer.map_or_else(|| "none".to_owned(), |observer| observer.to_string());
        write!(f, "{verdict:<6} {checks:>7} {seen:>8} {interesting:>6}  {observer:<18} {name}")
    }
}

impl Failure {
    /// What is wrong and in which mirror, without the maps.
    pub fn sentence(&self) -> String {
        format!("{} ({})", self.message, how(self.mirror))
    }
}

/// The sentence, and the two maps one below the other.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { expected, found, .. } = self;
        write!(f, "{}\nexpected\n{expected}found\n{found}", self.sentence())
    }
}

/// Everything that is seen and found on a map.
struct Scene {
    floor: Floor,
    seen: View,
    corners: BitGrid,
    interesting: BitGrid,
}

impl Scene {
    fn new(case: &FovCase) -> Self {
        let floor = Floor::new(&case.solid);
        let seen = case.observer.map_or_else(|| View::new(floor.size()), |observer| view(&floor, observer));
        let corners = Corners::new(&floor);
        let mut interesting = View::new(floor.size());
        corners.interesting(&seen, &mut interesting);
        Self { floor, seen, corners: corners.all(), interesting: interesting.into_cells() }
    }

    fn check_claims(&self, case: &FovCase, mirror: Symmetry, report: &mut CaseReport) {
        let claims = [
            ("the seen cells", &case.seen, self.seen.cells()),
            ("the corners", &case.corners, &self.corners),
            ("the interesting corners", &case.interesting, &self.interesting),
        ];
        for (what, claim, found) in claims.into_iter().filter(|(_, claim, _)| !claim.is_empty()) {
            report.checks += 1;
            if !claim.holds(found) {
                let message = format!("{what} are not as claimed, first at {}", first_difference(claim, found));
                report.failures.push(Failure {
                    mirror,
                    message,
                    expected: Self::draw(
                        case,
                        &case.seen.corrected(self.seen.cells()),
                        &case.corners.corrected(&self.corners),
                        &case.interesting.corrected(&self.interesting),
                    ),
                    found: Self::draw(case, self.seen.cells(), &self.corners, &self.interesting),
                });
            }
        }
    }

    fn check_back(
        &self,
        case: &FovCase,
        observer: Observer,
        (mirror, thoroughness): (Symmetry, Thoroughness),
        report: &mut CaseReport,
    ) {
        let from = match thoroughness {
            Thoroughness::Corners => &self.interesting,
            Thoroughness::EveryCell => self.seen.cells(),
        };
        let (mut fov, mut back) = (Fov::new(), View::new(self.floor.size()));
        for cell in from.iter() {
            report.checks += 1;
            let looked = fov.exact(&self.floor, Observer::one(cell), None, &mut back);
            let seen_back = looked.is_ok() && observer.cells().all(|own| back.contains(own));
            if !seen_back {
                let nothing = BitGrid::new(self.floor.size());
                report.failures.push(Failure {
                    mirror,
                    message: format!("the observer {observer} sees {cell} but is not seen from there"),
                    expected: Self::draw(case, self.seen.cells(), &nothing, &nothing),
                    found: Self::draw(
                        &FovCase { observer: Some(Observer::one(cell)), ..case.clone() },
                        back.cells(),
                        &nothing,
                        &nothing,
                    ),
                });
            }
        }
    }

    fn draw(case: &FovCase, seen: &BitGrid, corners: &BitGrid, interesting: &BitGrid) -> String {
        let picture = FovText { solid: &case.solid, observer: case.observer, seen, corners, interesting };
        picture.draw(FovGlyphs::PLAIN)
    }
}

/// How a drawing lies, for a message.
const fn how(mirror: Symmetry) -> &'static str {
    match mirror {
        Symmetry::Identity => "as drawn",
        Symmetry::MirrorX => "east and west exchanged",
        Symmetry::MirrorY => "north and south exchanged",
        Symmetry::HalfTurn => "turned by half",
        _ => "turned",
    }
}

/// The observer of a case has been checked when it was read; one that was not sees nothing.
fn view(floor: &Floor, observer: Observer) -> View {
    let mut view = View::new(floor.size());
    let _ = Fov::new().exact(floor, observer, None, &mut view);
    view
}

fn first_difference(claim: &Expectation, found: &BitGrid) -> Cell {
    let mut wrong = claim.corrected(found);
    wrong ^= found;
    wrong.iter().next().unwrap_or_default()
}
