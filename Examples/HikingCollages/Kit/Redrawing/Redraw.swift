import Foundation

/// A page to draw or to remove, and why.
package struct Redraw: Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        case new
        case asked
        case pageMissing
        /// Some photos could not be drawn the last time.
        case incomplete
        case changed(CollageDifference)
        /// The hike has no photos any more, or is none any more.
        case gone
    }

    package var collage: Collage
    package var reason: Reason

    package init(collage: Collage, reason: Reason) {
        self.collage = collage
        self.reason = reason
    }

    /// One line for people: “Ridge above the lake: 2 photos added, 1 edited”.
    package var sentence: String {
        let words =
            switch reason {
            case .new: "new, with \(CollageDifference.photos(collage.photos.count))"
            case .asked: "drawn again, with \(CollageDifference.photos(collage.photos.count))"
            case .pageMissing: "its page was missing"
            case .incomplete: "some photos could not be drawn before"
            case .changed(let difference): difference.words
            case .gone: "no photos left, page removed"
            }
        return "\(collage.hike.title): \(words)"
    }
}
