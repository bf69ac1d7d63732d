package import Foundation

/// A file beside a photo in which another program keeps what it knows of the photo.
///
/// A merge passes such files on, so that the file may concern another photo.
package struct CompanionFile: Hashable, Sendable {
    /// The file itself: in its source, or the library's own.
    package var url: URL
    /// The name with which it came in.
    package var name: String
    /// Whether the library keeps the file.
    package var isKept: Bool
    /// Whether the file stays in a source.
    package var isInPlace: Bool
    /// The path of the file in a source of which the kept file is a copy; nil where no source has these bytes under its name.
    package var copiedPath: String?

    package init(url: URL, name: String, isKept: Bool = false, isInPlace: Bool = false) {
        self.url = url
        self.name = name
        self.isKept = isKept
        self.isInPlace = isInPlace
    }

    /// Whether the library reads words from the file.
    package var isRead: Bool { isXMP || isPicasa }

    /// Whether the library reads words from a file of some name.
    package static func isRead(_ name: String) -> Bool {
        CompanionFile(url: URL(fileURLWithPath: name, isDirectory: false), name: name).isRead
    }

    package var isXMP: Bool { (name as NSString).pathExtension.lowercased() == "xmp" }

    /// Whether it is the part of Picasa's file that concerns one photo, which an import has made of that file.
    package var isPicasa: Bool { name.lowercased().hasSuffix(Self.picasaEnding) }

    /// Whether it is what an exporter states of the photo, which an import has read and no later reading does.
    ///
    /// Of such a file in a source, nothing was read.
    package var isOfExporter: Bool {
        isKept && (name as NSString).pathExtension.lowercased() == "json"
    }

    /// The end of the name of such a part, behind the name of the photo's file.
    package static let picasaEnding = ".picasa.ini"
}
