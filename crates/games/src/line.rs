//! A straight line fitted to points, with its uncertainty.

/// A line by least squares. Its formulas are relative to the mean of the points, where slope and
/// height are independent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Line {
    /// The slope.
    pub slope: f64,
    /// The mean of the points.
    mean: (f64, f64),
    /// The variances of the slope and of the height at the mean.
    variance: (f64, f64),
    /// The number of points beyond those needed to determine the line.
    freedom: usize,
}

impl Line {
    /// Fits a line to points; `None` if all have the same x, or there are fewer than two.
    pub fn fitted(points: &[(f64, f64)]) -> Option<Line> {
        let number = points.len() as f64;
        let x = points.iter().map(|(x, _)| x).sum::<f64>() / number;
        let y = points.iter().map(|(_, y)| y).sum::<f64>() / number;
        let spread: f64 = points.iter().map(|(other, _)| (other - x).powi(2)).sum();
        if spread.is_nan() || spread <= 0.0 {
            return None;
        }
        let covariance: f64 = points.iter().map(|(x2, y2)| (x2 - x) * (y2 - y)).sum();
        let slope = covariance / spread;
        let residuals = points.iter().map(|(x2, y2)| (y2 - y - slope * (x2 - x)).powi(2));
        let freedom = points.len() - 2;
        // Two points are always on a line, which says nothing about the error.
        let error = match freedom {
            0 => f64::INFINITY,
            _ => residuals.sum::<f64>() / freedom as f64,
        };
        Some(Line { slope, mean: (x, y), variance: (error / spread, error / number), freedom })
    }

    /// Returns its height at x.
    pub fn at(&self, x: f64) -> f64 {
        self.mean.1 + self.slope * (x - self.mean.0)
    }

    /// Returns the half width of the 95 % confidence interval of the slope.
    pub fn slope_error(&self) -> f64 {
        self.student() * self.variance.0.sqrt()
    }

    /// Returns the same for its height at x.
    pub fn error_at(&self, x: f64) -> f64 {
        let away = x - self.mean.0;
        self.student() * (self.variance.1 + self.variance.0 * away * away).sqrt()
    }

    /// Returns the 97.5 % quantile of Student's distribution, by the expansion of Cornish and
    /// Fisher; tabulated where that is too far off.
    fn student(&self) -> f64 {
        const FEW: [f64; 4] = [12.706, 4.303, 3.182, 2.776];
        match self.freedom {
            0 => f64::INFINITY,
            freedom @ 1..=4 => FEW[freedom - 1],
            freedom => {
                let (z, n) = (1.959_964_f64, freedom as f64);
                let first = (z.powi(3) + z) / 4.0;
                let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
                let third =
                    (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
                z + first / n + second / (n * n) + third / n.powi(3)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_and_its_intervals() {
        // By hand: slope 1.4, height 5 at the mean 2, residuals 0.2, -0.2, 0, -0.2 and 0.2.
        let points = [(0.0, 2.4), (1.0, 3.4), (2.0, 5.0), (3.0, 6.2), (4.0, 8.0)];
        let line = Line::fitted(&points).unwrap();
        assert!((line.slope - 1.4).abs() < 1e-12 && (line.at(2.0) - 5.0).abs() < 1e-12);
        // Their squares sum to 0.16, with 3 degrees of freedom.
        let error = 0.16_f64 / 3.0;
        let residuals: f64 =
            points.iter().map(|&(x, y)| (y - line.at(x)).powi(2)).sum::<f64>() / 3.0;
        assert!((residuals - error).abs() < 1e-12, "{residuals}");
        assert!((line.slope_error() - 3.182 * (error / 10.0).sqrt()).abs() < 1e-9);
        assert!((line.error_at(2.0) - 3.182 * (error / 5.0).sqrt()).abs() < 1e-9);
        let far = 3.182 * (error / 5.0 + error / 10.0 * 64.0).sqrt();
        assert!((line.error_at(10.0) - far).abs() < 1e-9);
    }

    #[test]
    fn too_few_points_are_no_line_or_a_line_of_which_nothing_is_certain() {
        assert_eq!(Line::fitted(&[(1.0, 1.0)]), None);
        assert_eq!(Line::fitted(&[(1.0, 1.0), (1.0, 2.0)]), None);
        let line = Line::fitted(&[(0.0, 0.0), (1.0, 2.0)]).unwrap();
        assert_eq!((line.at(3.0), line.slope_error()), (6.0, f64::INFINITY));
        assert_eq!(line.error_at(3.0), f64::INFINITY);
    }

    #[test]
    fn quantiles_of_students_distribution() {
        for (freedom, expected) in [(5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)] {
            let line = Line { slope: 0.0, mean: (0.0, 0.0), variance: (0.0, 0.0), freedom };
            assert!((line.student() - expected).abs() < 0.01, "{freedom}: {}", line.student());
        }
    }
}
