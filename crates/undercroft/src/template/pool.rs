//! A pool: the templates and groups from which a dungeon is made.

use undercroft_grid::Symmetry;

use super::block::{self, Block};
use super::group::{TemplateGroup, group};
use super::oriented::OrientedTemplate;
use super::rule;
use super::{Candidate, RoomTemplate, TemplateError};
use crate::dungeon::Role;

/// Templates and groups that were checked against every rule and against each other.
///
/// ```
/// use undercroft::template::Pool;
///
/// let gate = "name: gate\nroles: entrance\n###\n+.+\n###\n\n";
/// let rooms = "name: cell\n###\n#.+\n###\n\nname: hall\n#####\n+...+\n#####";
/// let pool = Pool::parse(&[("gate.txt", gate), ("rooms.txt", rooms)])?;
/// assert_eq!(pool.templates().len(), 3);
/// let error = Pool::parse(&[("rooms.txt", "name: cell\n###\n#.#\n###")]).unwrap_err();
/// assert_eq!(error.to_string(), "rooms.txt:2: template \"cell\" has no sockets, so it cannot be entered");
/// # Ok::<(), undercroft::template::TemplateError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pool {
    templates: Vec<RoomTemplate>,
    groups: Vec<TemplateGroup>,
    candidates: Vec<Candidate>,
    /// Eight for each template, in the order of [`Symmetry::ALL`].
    oriented_templates: Vec<OrientedTemplate>,
}

impl Pool {
    /// Reads files, given as name and text, and checks that a dungeon can be made from them.
    ///
    /// # Errors
    /// When a template or group breaks a rule, or the pool has no entrance or fewer than two rooms to choose from.
    pub fn parse(files: &[(&str, &str)]) -> Result<Self, TemplateError> {
        let pool = Self::parse_loose(files)?;
        let file = files.first().map_or("templates", |(name, _)| name);
        let refuse = |rule: &str| Err(TemplateError::new(file, (0, 0), rule));
        if pool.candidates.iter().filter(|candidate| candidate.is_common()).count() < 2 {
            return refuse(
                "a pool needs at least two templates or groups with a weight that are neither entrance nor boss: \
                 no room follows one of its own kind",
            );
        }
        if !pool.templates.iter().any(|template| template.has_role(Role::Entrance)) {
            return refuse("a pool needs a template with `roles: entrance`");
        }
        Ok(pool)
    }

    /// Reads files and checks every template and group, but not that they make a whole pool: enough to show them.
    ///
    /// # Errors
    /// When a template or group breaks a rule.
    pub fn parse_loose(files: &[(&str, &str)]) -> Result<Self, TemplateError> {
        let mut blocks: Vec<Block> = Vec::new();
        for (name, text) in files {
            blocks.extend(block::blocks(name, text)?);
        }
        check_names(&blocks)?;
        let (groups, templates): (Vec<&Block>, Vec<&Block>) = blocks.iter().partition(|block| block.is_group());
        let templates: Vec<RoomTemplate> = templates.into_iter().map(rule::template).collect::<Result<_, _>>()?;
        let groups: Vec<TemplateGroup> =
            groups.into_iter().map(|block| group(block, &templates)).collect::<Result<_, _>>()?;
        Ok(Self::new(templates, groups))
    }

    /// The same pool with drawings behind its templates that nothing chooses.
    #[must_use]
    pub(crate) fn with_pieces(&self, pieces: Vec<RoomTemplate>) -> Self {
        let mut pool = self.clone();
        pool.oriented_templates.extend(pieces.iter().flat_map(all_turns));
        pool.templates.extend(pieces);
        pool
    }

    fn new(templates: Vec<RoomTemplate>, groups: Vec<TemplateGroup>) -> Self {
        let oriented_templates: Vec<OrientedTemplate> = templates.iter().flat_map(all_turns).collect();
        let singles =
            templates.iter().enumerate().map(|(id, template)| Candidate::single(id, template, &oriented_templates));
        let candidates =
            singles.chain(groups.iter().map(|group| Candidate::group(group, &oriented_templates))).collect();
        Self { templates, groups, candidates, oriented_templates }
    }

    /// The templates, in the order of the files.
    pub fn templates(&self) -> &[RoomTemplate] {
        &self.templates
    }

    /// The groups, in the order of the files.
    pub fn groups(&self) -> &[TemplateGroup] {
        &self.groups
    }

    /// What can be placed: the templates, then the groups.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// The oriented template with this id.
    pub fn oriented_template(&self, id: u32) -> &OrientedTemplate {
        &self.oriented_templates[id as usize]
    }

    /// The position of the template that an oriented template was made from.
    pub const fn template_of(id: u32) -> usize {
        id as usize / Symmetry::ALL.len()
    }

    /// The oriented template when this one is turned or mirrored once more.
    pub const fn turned_template(&self, id: u32, symmetry: Symmetry) -> u32 {
        super::oriented::oriented_id(Self::template_of(id), symmetry.after(Self::symmetry_of(id)))
    }

    /// How the template was mirrored and turned to get the oriented template with this id.
    pub const fn symmetry_of(id: u32) -> Symmetry {
        Symmetry::ALL[id as usize % Symmetry::ALL.len()]
    }
}

fn all_turns(template: &RoomTemplate) -> [OrientedTemplate; Symmetry::ALL.len()] {
    Symmetry::ALL.map(|symmetry| OrientedTemplate::new(&template.turned(symmetry)))
}

fn check_names(blocks: &[Block]) -> Result<(), TemplateError> {
    for (index, block) in blocks.iter().enumerate() {
        if let Some(other) = blocks[..index].iter().find(|other| other.name() == block.name()) {
            let rule = format!("the name {:?} is taken ({}:{})", block.name(), other.file, other.line());
            return Err(block.error(block.line(), rule));
        }
    }
    Ok(())
}
