//! The value of points in a course: scaled to a maximum, with a weight.

use referee_events::points::Points;

/// How points of an exercise become a grade.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct GradeScale {
    /// The points that those of the problem are scaled to, if any.
    pub maximum: Option<Points>,
    /// Their weight relative to those of other exercises; `None` for one.
    pub weight: Option<Points>,
}

impl GradeScale {
    /// Returns the grade for points, of which there are at most `most`.
    pub fn grade(&self, points: Points, most: Points) -> Points {
        self.maximum.map_or(points, |maximum| points.scaled(maximum, most))
    }

    /// Returns the best grade if there are at most `most` points.
    pub fn best(&self, most: Points) -> Points {
        self.maximum.unwrap_or(most)
    }

    /// Returns whether grades equal the points.
    pub fn is_plain(&self) -> bool {
        *self == GradeScale::default()
    }
}
