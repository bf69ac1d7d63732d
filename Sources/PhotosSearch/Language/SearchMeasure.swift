/// A comparison of a number of a photo.
package struct SearchMeasure: Hashable, Sendable {
    package enum Quantity: String, Hashable, Sendable, CaseIterable {
        /// The size of the original in bytes.
        case size
        /// The duration in seconds.
        case duration
        /// The f-number.
        case aperture
        case iso
        /// The focal length in millimetres.
        case focalLength
        /// The exposure time in seconds.
        case exposure
        /// Millions of pixels.
        case megapixels
        /// The width in pixels.
        case width
        /// The height in pixels.
        case height
        /// The rating from 0 to 5.
        case rating
    }

    package enum Relation: String, Hashable, Sendable, CaseIterable {
        case less = "<"
        case atMost = "≤"
        case equal = "="
        case atLeast = "≥"
        case greater = ">"
    }

    package var quantity: Quantity
    package var relation: Relation
    package var value: Double

    package init(_ quantity: Quantity, _ relation: Relation, _ value: Double) {
        (self.quantity, self.relation, self.value) = (quantity, relation, value)
    }

    /// The largest difference between values that count as equal.
    ///
    /// Cameras record 1.8 as 1.7999, and people write 50 for 49.6.
    package var tolerance: Double {
        switch quantity {
        case .aperture: 0.05
        case .focalLength, .megapixels: 0.5
        case .exposure: value * 0.05
        case .size, .duration, .iso, .width, .height, .rating: 0
        }
    }
}
