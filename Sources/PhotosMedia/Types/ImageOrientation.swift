/// The eight rotations and flips from stored to shown pixels, with Exif's numbers.
package enum ImageOrientation: Int, Sendable, Codable, CaseIterable {
    case up = 1
    case upMirrored = 2
    case down = 3
    case downMirrored = 4
    case leftMirrored = 5
    case right = 6
    case rightMirrored = 7
    case left = 8
}

extension ImageOrientation {
    /// Whether width and height are swapped when the pixels are shown.
    package var swapsSides: Bool { rawValue >= 5 }

    /// The rotation or flip as a matrix that maps stored directions (right, down) to shown ones.
    ///
    /// `[a b c d]`: stored right becomes (a, b), stored down becomes (c, d).
    package var coefficients: [Int] {
        switch self {
        case .up: [1, 0, 0, 1]
        case .upMirrored: [-1, 0, 0, 1]
        case .down: [-1, 0, 0, -1]
        case .downMirrored: [1, 0, 0, -1]
        case .leftMirrored: [0, 1, 1, 0]
        case .right: [0, 1, -1, 0]
        case .rightMirrored: [0, -1, -1, 0]
        case .left: [0, -1, 1, 0]
        }
    }

    /// Finds the orientation of a transformation matrix; nil if it is none of the eight.
    ///
    /// - Parameters: The signs of the four coefficients of a movie's track matrix.
    package init?(a: Int, b: Int, c: Int, d: Int) {
        let signs = [a.signum(), b.signum(), c.signum(), d.signum()]
        guard let match = Self.allCases.first(where: { $0.coefficients == signs }) else {
            return nil
        }
        self = match
    }

    /// The orientation that undoes this one.
    package var inverse: ImageOrientation {
        switch self {
        case .left: .right
        case .right: .left
        default: self
        }
    }

    /// Returns the combination of this orientation and another one after it.
    package func followed(by next: ImageOrientation) -> ImageOrientation {
        let first = coefficients
        let second = next.coefficients
        return ImageOrientation(
            a: first[0] * second[0] + first[1] * second[2],
            b: first[0] * second[1] + first[1] * second[3],
            c: first[2] * second[0] + first[3] * second[2],
            d: first[2] * second[1] + first[3] * second[3]
        ) ?? .up
    }
}
