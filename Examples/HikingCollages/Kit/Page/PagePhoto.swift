import Foundation

/// A photo as a page shows it.
package struct PagePhoto: Sendable {
    package var facts: PhotoFacts
    /// How the camera called the file.
    package var name: String
    /// The way to the file from the page; absent where the library had no file to give.
    package var path: String?
    /// Whether browsers show files of this type as pictures.
    package var isShowable: Bool

    package init(facts: PhotoFacts, name: String, path: String?, isShowable: Bool) {
        self.facts = facts
        self.name = name
        self.path = path
        self.isShowable = isShowable
    }
}
