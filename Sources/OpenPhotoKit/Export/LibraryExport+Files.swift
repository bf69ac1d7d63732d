public import Foundation
import Photos
public import PhotosImport
import PhotosStore

extension LibraryExport {
    /// The files of an export that a program sends elsewhere than to a folder, such as into an archive.
    ///
    /// The files have the bytes and the names that an export to a folder would give them. There are no folders of
    /// albums, no manifest and no record. No two names differ in case alone, and names have no characters that Windows
    /// refuses, because an archive may be unpacked anywhere.
    ///
    /// Copies with metadata inside are made when they are asked for, and only one photo's files at a time.
    public struct Files: Sendable {
        private var files: OutgoingFiles

        init(_ files: OutgoingFiles) { self.files = files }

        /// Returns the files of the next photo or video; nil after the last one.
        ///
        /// Call the method where waiting for the disk is allowed.
        ///
        /// - Returns: The files.
        /// - Throws: `PHPhotosError` if the photo was deleted meanwhile, or a file cannot be read.
        public mutating func next() throws -> Photo? {
            do {
                return try files.nextPhoto().map(Photo.init)
            } catch {
                throw PHPhotosError(error)
            }
        }

        /// Counts the photos and videos with files that may still state what is to be kept back, because their bytes
        /// stay as they are.
        ///
        /// The files of the photos are not read, but what the library knows of each. Call the method where waiting for
        /// the disk is allowed.
        ///
        /// - Returns: The number for the whole export, also before ``next()`` returns them; 0 if nothing is to be kept
        ///   back.
        /// - Throws: `PHPhotosError` if the library cannot be read.
        public func remainingCount() throws -> Int {
            do {
                return try files.remainingCount()
            } catch {
                throw PHPhotosError(error)
            }
        }
    }

    /// The files of a photo or video, see ``Files``.
    public struct Photo: Sendable {
        /// The local identifier of the photo or video.
        public let localIdentifier: String
        /// The capture date.
        public let creationDate: Date?
        /// The zone of the camera's clock in seconds east of Greenwich.
        public let timeZoneOffset: Int?
        /// The files, the original first.
        public let files: [OutgoingFile]
        /// Sentences about files that still state what was to be kept back, and about files that cannot be made.
        ///
        /// Each sentence begins with the file's path.
        public let remarks: [String]

        init(_ photo: OutgoingFiles.Photo) {
            localIdentifier = LocalIdentifier(uuid: photo.uuid, kind: .asset).description
            creationDate = photo.date
            timeZoneOffset = photo.zone
            files = photo.files.map(OutgoingFile.init)
            remarks = photo.remarks
        }
    }

    /// A file of a photo or video, see ``Files``.
    public struct OutgoingFile: Sendable {
        /// The path of the file, which follows from the pattern of paths.
        public let path: String
        /// The file's bytes if they are in memory, as those of sidecars and recipes are; nil if they are at ``url``.
        public let bytes: [UInt8]?
        /// The file with the bytes; nil if they are in memory.
        ///
        /// The file exists at least as long as this value, and must not be changed. A file in a source may be offline.
        public let url: URL?
        private let copy: TemporaryCopy?

        init(_ file: OutgoingFiles.File) {
            path = file.path
            switch file.content {
            case .stored(let stored): (bytes, url, copy) = (nil, stored, nil)
            case .bytes(let content): (bytes, url, copy) = (content, nil, nil)
            case .copy(let made): (bytes, url, copy) = (nil, made.url, made)
            }
        }
    }
}
