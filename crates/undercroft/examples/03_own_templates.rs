//! Rooms of your own, drawn in characters, joined by walkers.

use undercroft::template::Pool;
use undercroft::{Error, Generator, verify};

const ROOMS: &str = "
name: gate
roles: entrance
weight: 0
##+##
#...#
+...+
##+##

name: hall
weight: 3
###+###
#.....#
+.....+
#.....#
###+###

name: cell
##+##
#...#
+...+
##+##
";

fn main() -> Result<(), Error> {
    let pool = Pool::parse(&[("mine.txt", ROOMS)]).expect("the drawing follows the rules");
    let generator = Generator::recipe("set", "method = \"templates\"")?.templates(pool);
    let dungeon = generator.set("templates.floor_cells", 120)?.seed(2).generate()?;
    assert!(verify(&dungeon).is_sound());
    let names: Vec<_> = dungeon.rooms.iter().filter_map(|room| Some(room.template.as_ref()?.name.as_str())).collect();
    println!("{}", names.join(", "));
    assert!(names.iter().all(|name| ["gate", "hall", "cell"].contains(name)));
    Ok(())
}
