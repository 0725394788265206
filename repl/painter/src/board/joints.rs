//! Boards of edges and corners, painted on the board of the squares: edges as bars, corners as points.

use parlour_table::scene::{BoardScene, Joints, Scene, SquareScene};

use super::{Laid, label};
use crate::signs::seat_class;
use crate::svg::{Rect, Svg, Thing};

/// The thickness of a bar, relative to the side of a square.
pub(super) const BAR: f64 = 0.18;
/// The height of a wall as it is seen from in front, relative to its thickness.
const RISE: f64 = 0.42;
/// The thickness of a bar on paper.
const PEN: f64 = 0.1;
/// The radius of a dot, relative to the side of a square.
const DOT: f64 = 0.085;
/// Half the breadth of a tap target, relative to the side of a square: where squares are targets as well, and else.
const REACH: [f64; 2] = [0.36, 0.47];

/// The boards of edges and corners on a board, those of corners last.
pub(super) fn on<'a>(scene: &'a Scene, board: &BoardScene) -> Vec<(&'a BoardScene, Joints)> {
    let is_on = |joints: &Joints| scene.boards.get(joints.board).is_some_and(|under| under.name == board.name);
    let mut all: Vec<(&BoardScene, Joints)> =
        scene.boards.iter().filter_map(|other| Some((other, other.joints.filter(is_on)?))).collect();
    all.sort_by_key(|(_, joints)| !joints.are_edges);
    all
}

/// A wall over a corner and the two edges beside it.
#[derive(Clone, Copy)]
struct Plank {
    /// Its middle, in halves of squares from the top left.
    at: (i32, i32),
    /// True if it lies from left to right.
    lies: bool,
    is_last: bool,
    /// The seat that has built it.
    by: Option<usize>,
}

impl Plank {
    fn covers(&self, at: (i32, i32)) -> bool {
        self.at == at || arms(self.at, self.lies).contains(&at)
    }
}

/// The edges beside a corner on which a wall lies.
const fn arms((x, y): (i32, i32), lies: bool) -> [(i32, i32); 2] {
    if lies { [(x - 1, y), (x + 1, y)] } else { [(x, y - 1), (x, y + 1)] }
}

/// A place in halves of squares.
fn doubled((x, y): (f64, f64)) -> (i32, i32) {
    ((x * 2.0).round() as i32, (y * 2.0).round() as i32)
}

impl Laid<'_> {
    /// The boards of edges and corners on this one.
    pub(super) fn joints(&self, svg: &mut Svg, scene: &Scene) {
        let boards = on(scene, self.board);
        let planks = self.planks(&boards);
        for (board, joints) in &boards {
            for (place, square) in board.squares.iter().enumerate() {
                if let Some(square) = square {
                    let at = doubled(self.joint_at(board, *joints, place));
                    let is_plank = planks.iter().any(|plank| plank.covers(at));
                    self.joint(svg, scene, (board, *joints), (place, square), is_plank);
                }
            }
            if joints.are_edges && joints.has_rim {
                self.dots(svg);
            }
        }
        for plank in planks {
            self.plank(svg, scene, plank);
        }
    }

    /// The walls that lie over a corner and the two edges beside it: each is one piece.
    fn planks(&self, boards: &[(&BoardScene, Joints)]) -> Vec<Plank> {
        let built = |are_edges: bool| {
            let boards = boards.iter().filter(move |(_, joints)| joints.are_edges == are_edges);
            boards.flat_map(|(board, joints)| {
                let squares = board.squares.iter().enumerate();
                let there = squares.filter_map(|(place, square)| Some((place, square.as_ref()?)));
                let there = there.filter(|(_, square)| square.figure.is_some());
                there.map(|(place, square)| (doubled(self.joint_at(board, *joints, place)), square.is_last, square.by))
            })
        };
        let mut edges: Vec<(i32, i32)> = built(true).map(|(at, ..)| at).collect();
        let mut corners: Vec<_> = built(false).collect();
        let mut planks = Vec::new();
        // A corner with one way to lie goes first: what lies over it leaves one way to its neighbours.
        while !corners.is_empty() {
            let ways = |at: (i32, i32)| {
                let ways = [true, false].into_iter();
                ways.filter(|lies| arms(at, *lies).iter().all(|arm| edges.contains(arm))).collect::<Vec<_>>()
            };
            let next = corners.iter().position(|(at, ..)| ways(*at).len() == 1).unwrap_or(0);
            let (at, is_last, by) = corners.swap_remove(next);
            let Some(&lies) = ways(at).first() else { continue };
            edges.retain(|edge| !arms(at, lies).contains(edge));
            planks.push(Plank { at, lies, is_last, by });
        }
        planks
    }

    /// Paints a wall as a board that stands on its edge, seen from above and in front, with a gap to the next one, and its
    /// upper edge in the colour of the seat that has built it.
    fn plank(&self, svg: &mut Svg, scene: &Scene, plank: Plank) {
        let at = |n: i32| f64::from(n) / 2.0 * self.side;
        let (x, y) = (self.at.0 + at(plank.at.0), self.at.1 + at(plank.at.1));
        let thick = self.side * BAR;
        let (long, wide) = (2.0 * self.side - thick * 1.4, thick * 0.98);
        let (w, h) = if plank.lies { (long, wide) } else { (wide, long) };
        let last = if plank.is_last { " last" } else { "" };
        let (rise, round) = (thick * RISE, thick * 0.16);
        let top = Rect::new(x - w / 2.0, y - h / 2.0 - rise * 0.6, w, h);
        let shadow = Rect::new(top.x + thick * 0.16, top.y + rise + thick * 0.16, w, h);
        svg.rect("fence-shadow", shadow, round);
        svg.rect(&format!("fence-side{last}"), Rect { h: h + rise, ..top }, round);
        let class = plank.by.map_or("plain", |seat| seat_class(scene, seat));
        svg.rect(&format!("fence {class}{last}"), top, round);
        let shine = thick * 0.15;
        let (w, h) = if plank.lies { (long - thick * 0.5, shine) } else { (shine, long - thick * 0.5) };
        let (x, y) = (top.x + thick * 0.2, top.y + thick * 0.16);
        svg.rect("fence-shine", Rect::new(x, y, w, h), shine / 2.0);
    }

    /// The centre of a place, in squares from the top left.
    fn joint_at(&self, board: &BoardScene, joints: Joints, place: usize) -> (f64, f64) {
        let (column, row) = ((place % board.width) as f64, (place / board.width) as f64);
        let rim = if joints.has_rim { 1.0 } else { 0.0 };
        let at = |n: f64| if joints.are_edges { (n - rim + 1.0) / 2.0 } else { n + 1.0 - rim };
        let (x, y) = (at(column), at(row));
        match self.board.is_turned {
            true => (self.board.width as f64 - x, self.board.height as f64 - y),
            false => (x, y),
        }
    }

    fn joint(
        &self,
        svg: &mut Svg,
        scene: &Scene,
        (board, joints): (&BoardScene, Joints),
        (place, square): (usize, &SquareScene),
        is_plank: bool,
    ) {
        let at = self.joint_at(board, joints, place);
        let (x, y) = (self.at.0 + at.0 * self.side, self.at.1 + at.1 * self.side);
        // An edge that lies is midway between squares of a column.
        let lies = at.0.fract() != 0.0;
        let thick = if self.is_paper { (self.side * PEN).clamp(3.0, 9.0) } else { self.side * BAR };
        let bar = |by: f64| {
            let long = self.side - thick + 2.0 * by;
            let (w, h) = match (joints.are_edges, lies) {
                (false, _) => (thick, thick),
                (true, true) => (long, thick),
                (true, false) => (thick, long),
            };
            Rect::new(x - w / 2.0, y - h / 2.0, w, h)
        };
        let last = if square.is_last { " last" } else { "" };
        let class = match &square.figure {
            Some(figure) => {
                let by = square.by.filter(|_| self.is_paper);
                let seat = figure.seat.or(by).map_or("plain", |seat| seat_class(scene, seat));
                format!("fence {seat}{last}")
            }
            None => String::new(),
        };
        let round = if self.is_paper { thick / 2.0 } else { 0.0 };
        if !joints.is_target {
            if square.figure.is_some() && !is_plank {
                svg.rect(&class, bar(0.0), round);
            }
            return;
        }
        let taken = if square.figure.is_some() { " taken" } else { "" };
        svg.open(&Thing {
            kind: "square",
            of: &board.name,
            value: &square.name,
            nth: None,
            copy: 0,
            count: 1,
            label: label(scene, square),
            class: &format!("joint{last}{taken}"),
        });
        let reach = self.side * REACH[usize::from(!self.is_target)];
        if joints.are_edges {
            // At the rim it ends with the board.
            let (wide, high) = (self.board.width as f64, self.board.height as f64);
            let within = |is_rim: bool, margin: f64, reach: f64| if is_rim { reach.min(margin) } else { reach };
            let (along, across) = if lies { (self.side / 2.0, reach) } else { (reach, self.side / 2.0) };
            let left = x - within(at.0 == 0.0, self.edge.left, along);
            let right = x + within(at.0 == wide, self.edge.right, along);
            let top = y - within(at.1 == 0.0, self.edge.top, across);
            let bottom = y + within(at.1 == high, self.edge.bottom, across);
            svg.polygon("reach", &[(left, y), (x, top), (right, y), (x, bottom)]);
        } else {
            svg.circle("reach", (x, y), reach);
        }
        if is_plank {
            // It is painted whole.
        } else if square.figure.is_some() {
            svg.rect(&class, bar(if self.is_paper { thick * 0.4 } else { 0.0 }), round);
        } else if joints.are_edges {
            svg.rect("fence-ghost", bar(0.0), round);
        } else {
            svg.circle("mark-dot", (x, y), (self.side * 0.09).max(3.0));
        }
        let is_rim = [0.0, self.board.width as f64].contains(&at.0) || [0.0, self.board.height as f64].contains(&at.1);
        let margin = self.edge.left.min(self.edge.right).min(self.edge.top).min(self.edge.bottom);
        svg.circle("mark-ring", (x, y), if is_rim { margin.min(self.side * 0.2) } else { self.side * 0.2 });
        svg.close();
    }

    /// The dots at all corners, between which lines are drawn.
    fn dots(&self, svg: &mut Svg) {
        for row in 0..=self.board.height {
            for column in 0..=self.board.width {
                let at = (self.at.0 + column as f64 * self.side, self.at.1 + row as f64 * self.side);
                svg.circle("dot", at, (self.side * DOT).clamp(2.5, 8.0));
            }
        }
    }
}
