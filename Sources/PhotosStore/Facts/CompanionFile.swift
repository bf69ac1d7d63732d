package import Foundation

/// A file beside a photo in which another program keeps what it knows of it.
package struct CompanionFile: Hashable, Sendable {
    /// The file itself: in its source, or the library's own.
    package var url: URL
    /// The name with which it came in.
    package var name: String

    package init(url: URL, name: String) {
        self.url = url
        self.name = name
    }

    package var isXMP: Bool { (name as NSString).pathExtension.lowercased() == "xmp" }
}
