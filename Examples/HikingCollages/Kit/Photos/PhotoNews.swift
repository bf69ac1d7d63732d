import Foundation

/// What the change history told of assets, and what they are now.
package struct PhotoNews: Sendable, Equatable {
    /// Identifiers of assets that were inserted, updated or deleted since the last look.
    package var touched: Set<String>
    /// Those of them that can be fetched now; the others are deleted, in the trash, or hidden.
    package var present: [PhotoFacts]

    package init(touched: Set<String>, present: [PhotoFacts]) {
        self.touched = touched
        self.present = present
    }

    /// The photos known before, brought up to date.
    package func applied(to photos: [PhotoFacts]) -> [PhotoFacts] {
        photos.filter { !touched.contains($0.id) } + present
    }
}
