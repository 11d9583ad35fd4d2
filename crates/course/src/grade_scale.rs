//! What points are worth in a course: scaled to a maximum, with a weight.

use referee_events::points::Points;

/// How the points of an exercise become a grade.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct GradeScale {
    /// The points to which those of the problem are scaled, if they are.
    pub maximum: Option<Points>,
    /// How much they count beside those of other exercises, where that is not once.
    pub weight: Option<Points>,
}

impl GradeScale {
    /// Returns points, of so many at most, as a grade.
    pub fn grade(&self, points: Points, most: Points) -> Points {
        self.maximum.map_or(points, |maximum| points.scaled(maximum, most))
    }

    /// Returns the best grade where so many points can be earned.
    pub fn best(&self, most: Points) -> Points {
        self.maximum.unwrap_or(most)
    }

    /// Returns whether grades are the points that were earned.
    pub fn is_plain(&self) -> bool {
        *self == GradeScale::default()
    }
}
