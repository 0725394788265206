//! Names of the squares of a board.

use super::layout::BoardLayout;
use crate::places::Places;
use crate::squares::Naming;

/// The name of a square: `a1` is the lower left; squares of a single row have numbers. An edge is a side of a square,
/// as `a1n`, and an inner corner has the name of the square to its lower left.
pub fn square_text(layout: &BoardLayout, naming: Naming, square: usize) -> String {
    if let Places::Edges { .. } = layout.places {
        let side = layout.places.side_of(square, (layout.width, layout.height));
        let name = |(square, side)| square_text(&under(layout), naming, square) + &String::from(side);
        return side.map_or_else(|| "?".to_owned(), name);
    }
    if let Places::Corners { rim: false } = layout.places {
        let below = (square / layout.width + 1) * (layout.width + 1) + square % layout.width;
        return square_text(&under(layout), naming, below);
    }
    if layout.height == 1 {
        return (square + 1).to_string();
    }
    let (row, column) = (square / layout.width, square % layout.width);
    if row >= layout.height {
        // A script may have offered a square that the board doesn't have.
        return "?".to_owned();
    }
    let letter = |n: usize| char::from(b'a' + n as u8);
    match naming.on(layout.width, layout.height) {
        Naming::FromBelow => format!("{}{}", letter(column), layout.height - row),
        Naming::FromAbove => format!("{}{}", letter(column), row + 1),
        Naming::Letters => format!("{}{}", letter(column), letter(row)),
        Naming::Numbers => format!("{},{}", row + 1, column + 1),
        Naming::FromRight => format!("{}{}", layout.width - column, letter(row)),
        naming @ Naming::WithoutI => naming.column(column, layout.width) + &naming.row(row, layout.height),
    }
}

/// An edge as a place in a sentence: `between b3 and b4`, or `above b5` at the rim; `None` for squares and corners.
pub fn edge_title(layout: &BoardLayout, naming: Naming, edge: usize) -> Option<String> {
    let Places::Edges { .. } = layout.places else { return None };
    let size = (layout.width, layout.height);
    let name = |square| square_text(&under(layout), naming, square);
    let (square, side) = layout.places.side_of(edge, size)?;
    if let [first, second] = layout.places.joined(edge, size)[..] {
        // The lower or the left one is named first.
        let other = if square == first { second } else { first };
        return Some(format!("between {} and {}", name(square), name(other)));
    }
    let way = match side {
        'n' => "above",
        's' => "below",
        'e' => "right of",
        _ => "left of",
    };
    Some(format!("{way} {}", name(square)))
}

/// The layout of the squares under a board of edges or corners.
fn under(layout: &BoardLayout) -> BoardLayout {
    let (width, height) = layout.places.under((layout.width, layout.height));
    BoardLayout { width, height, places: Places::Squares, ..*layout }
}

/// The index of the omitted letter, from 0.
const I: usize = 8;

/// The square with a name, from 0, row by row.
pub fn square_named(layout: &BoardLayout, naming: Naming, name: &str) -> Option<usize> {
    let name = name.trim().to_lowercase();
    if let Places::Edges { .. } = layout.places {
        let side = name.chars().next_back()?;
        let square = square_named(&under(layout), naming, name.strip_suffix(side)?)?;
        return layout.places.edge_at(square, side, (layout.width, layout.height));
    }
    if let Places::Corners { rim: false } = layout.places {
        let below = square_named(&under(layout), naming, &name)?;
        let (row, column) = ((below / (layout.width + 1)).checked_sub(1)?, below % (layout.width + 1));
        return (column < layout.width).then_some(row * layout.width + column);
    }
    if layout.height == 1 {
        return name.parse::<usize>().ok().filter(|n| (1..=layout.width).contains(n)).map(|n| n - 1);
    }
    let letter = |n: usize| {
        name.as_bytes().get(n).filter(|letter| letter.is_ascii_lowercase()).map(|letter| usize::from(letter - b'a'))
    };
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let (row, column) = match naming.on(layout.width, layout.height) {
        Naming::FromBelow => (layout.height.checked_sub(name.get(1..)?.parse().ok()?)?, letter(0)?),
        Naming::WithoutI => {
            let column = letter(0).filter(|&n| n != I)?;
            (layout.height.checked_sub(name.get(1..)?.parse().ok()?)?, column - usize::from(column > I))
        }
        Naming::FromAbove => (name.get(1..)?.parse::<usize>().ok()?.checked_sub(1)?, letter(0)?),
        Naming::Letters => (letter(1).filter(|_| name.len() == 2)?, letter(0)?),
        Naming::Numbers => {
            let (row, column) = name.split_once(',')?;
            (number(row)?.checked_sub(1)?, number(column)?.checked_sub(1)?)
        }
        Naming::FromRight => {
            let (column, row) = name.split_at_checked(name.len().checked_sub(1)?)?;
            (letter(column.len()).filter(|_| !row.is_empty())?, layout.width.checked_sub(column.parse().ok()?)?)
        }
    };
    (row < layout.height && column < layout.width).then_some(row * layout.width + column)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An edge is told by the squares on both sides of it, one at the rim by its only one.
    #[test]
    fn edges_are_told_by_their_squares() {
        let title = |rim: bool, (width, height): (usize, usize), name: &str| {
            let layout = BoardLayout { offset: 0, width, height, places: Places::Edges { rim }, stacks: None };
            edge_title(&layout, Naming::FromBelow, square_named(&layout, Naming::FromBelow, name)?)
        };
        // Three columns and two rows.
        for (name, told) in [("a1n", "between a1 and a2"), ("b2e", "between b2 and c2"), ("c2w", "between b2 and c2")] {
            assert_eq!(title(true, (7, 5), name).as_deref(), Some(told), "{name}");
            assert_eq!(title(false, (5, 3), name).as_deref(), Some(told), "{name} without the rim");
        }
        for (name, told) in [("a1s", "below a1"), ("b2n", "above b2"), ("a2w", "left of a2"), ("c1e", "right of c1")] {
            assert_eq!(title(true, (7, 5), name).as_deref(), Some(told), "{name}");
        }
        // A single column.
        assert_eq!(title(false, (1, 3), "a1n").as_deref(), Some("between a1 and a2"));
        let squares = BoardLayout { offset: 0, width: 3, height: 2, places: Places::Squares, stacks: None };
        assert_eq!(edge_title(&squares, Naming::FromBelow, 0), None);
    }
}
