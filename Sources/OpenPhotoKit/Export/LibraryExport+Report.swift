public import Foundation
import PhotosImport
import PhotosStore

extension LibraryExport {
    /// A file of an export.
    public struct File: Hashable, Sendable {
        /// The file in the export's folder.
        public let url: URL
        /// The local identifier of the photo or video.
        public let localIdentifier: String
        /// The size in bytes.
        public let byteCount: Int64
        /// The SHA-256 checksum in hexadecimal digits; empty for a symbolic link.
        public let sha256: String

        init(_ file: ExportEvent.File) {
            url = file.url
            localIdentifier = file.asset.description
            byteCount = file.byteCount
            sha256 = file.checksum
        }
    }

    /// An event of a running export.
    public enum Event: Hashable, Sendable {
        /// A file was written, and its bytes were read back and compared with their checksum.
        ///
        /// `replaces` says whether an earlier export had written another version of the file.
        case written(File, replaces: Bool)
        /// A file that no export wrote has the same name and the same bytes, and stays.
        case present(File)
        /// A file of an earlier export got another path, because the pattern or the photo's values changed.
        case moved(File, from: URL)
        /// All files of these numbers of photos and videos are unchanged since an earlier export.
        case unchanged(assets: Int, files: Int)
        /// A file stays as it is, because another program changed it since it was exported, or wrote it; `reason` is a sentence.
        ///
        /// Files of what the library has deleted are meant, too, where they were to be removed.
        case kept(URL, localIdentifier: String, reason: String)
        /// The library has deleted the photo, the version or the album of a file since it was exported.
        case deleted(URL, localIdentifier: String, isRemoved: Bool)
        /// A file was not exported; `reason` is a sentence with the cause and the solution.
        case failed(name: String, localIdentifier: String, reason: String)
        /// A file still states something that was to be kept back; `reason` is a sentence.
        case remains(URL, localIdentifier: String, reason: String)
        /// A smart album is not in the manifest, because its search may name what is to be kept back; `reason` is a
        /// sentence.
        case leftOut(title: String, localIdentifier: String, reason: String)
        /// An imported sidecar that cannot be read was copied under this name; `reason` is a sentence.
        ///
        /// A new sidecar, with what people said about the photo, has the sidecar's own name.
        case unreadableSidecar(URL, localIdentifier: String, reason: String)
        /// The files of another photo or video were processed.
        case progress(Progress)
    }

    /// The progress of an export.
    public struct Progress: Hashable, Sendable {
        /// The number of processed photos and videos.
        public let assetsDone: Int
        /// The number of photos and videos to export.
        public let assetsTotal: Int
        /// The bytes in all files of the processed photos and videos.
        public let bytesDone: Int64
        /// The bytes in all files of the photos and videos to export.
        public let bytesTotal: Int64
        /// The rate so far; nil until it is known.
        public let bytesPerSecond: Double?
        /// The estimated seconds left at that rate; nil until the rate is known.
        public let secondsLeft: Double?

        init(_ progress: ImportProgress) {
            assetsDone = progress.filesDone
            assetsTotal = progress.filesTotal
            bytesDone = progress.bytesDone
            bytesTotal = progress.bytesTotal
            bytesPerSecond = progress.bytesPerSecond
            secondsLeft = progress.remaining
        }
    }

    /// The result of an export.
    public struct Report: Hashable, Sendable {
        /// The number of photos and videos that were looked at.
        public let assetCount: Int
        /// The number of pictures, movies, sounds and recipes that were written.
        public let writtenCount: Int
        /// The bytes in those files.
        public let writtenBytes: Int64
        /// The number of sidecars that were written.
        public let sidecarCount: Int
        /// The number of files and links in folders of albums that were written.
        public let albumFileCount: Int
        /// The number of files of earlier exports that got another path.
        public let movedCount: Int
        /// The number of files that were there already.
        public let presentCount: Int
        /// The number of photos and videos all of whose files are unchanged since an earlier export.
        public let unchangedAssetCount: Int
        /// The number of files that stay because of another program, each reported by ``Event/kept(_:localIdentifier:reason:)``.
        public let keptCount: Int
        /// The number of files that were not exported, each reported by
        /// ``Event/failed(name:localIdentifier:reason:)``.
        public let failedCount: Int
        /// The number of files that still state what was to be kept back.
        public let remainingCount: Int
        /// The number of photos and videos of which captions, keywords, ratings, dates, places or titles are in no exported
        /// file, because ``LibraryExport/Options/metadata`` is `none`.
        ///
        /// Properties that the original states itself, or a file that came in beside it, do not count.
        public let unstatedAssetCount: Int
        /// The number of smart albums that the manifest leaves out, each reported by
        /// ``Event/leftOut(title:localIdentifier:reason:)``.
        public let leftOutCount: Int
        /// The number of files of what the library has deleted since, without those that were to be removed and were kept.
        public let deletedCount: Int
        /// The number of those files that were removed.
        public let removedCount: Int
        /// The number of photos and videos with a value that no sidecar can state, by the value's name.
        public let losses: [String: Int]
        /// Whether the task was cancelled before the end; written files stay, and the next export continues.
        public let wasCancelled: Bool
        /// The manifest, from which an import restores the library; nil if none was to be written.
        public let manifestURL: URL?

        init(_ summary: ExportSummary) {
            assetCount = summary.assets
            writtenCount = summary.written
            writtenBytes = summary.writtenBytes
            sidecarCount = summary.sidecars
            albumFileCount = summary.albumFiles
            movedCount = summary.moved
            presentCount = summary.present
            unchangedAssetCount = summary.unchangedAssets
            keptCount = summary.kept
            failedCount = summary.failed
            remainingCount = summary.remains
            unstatedAssetCount = summary.unstated
            leftOutCount = summary.leftOut
            deletedCount = summary.deleted
            removedCount = summary.removed
            losses = summary.losses
            wasCancelled = summary.wasCancelled
            manifestURL = summary.manifest
        }
    }
}

extension LibraryExport.Event {
    init(_ event: ExportEvent) {
        self =
            switch event {
            case .written(let file, let replaces): .written(.init(file), replaces: replaces)
            case .present(let file): .present(.init(file))
            case .moved(let file, let url): .moved(.init(file), from: url)
            case .unchanged(let assets, let files): .unchanged(assets: assets, files: files)
            case .kept(let url, let asset, let reason):
                .kept(url, localIdentifier: asset.description, reason: reason)
            case .deleted(let url, let asset, let isRemoved):
                .deleted(url, localIdentifier: asset.description, isRemoved: isRemoved)
            case .failed(let name, let asset, let reason):
                .failed(name: name, localIdentifier: asset.description, reason: reason)
            case .remains(let url, let asset, let reason):
                .remains(url, localIdentifier: asset.description, reason: reason)
            case .leftOut(let title, let album, let reason):
                .leftOut(title: title, localIdentifier: album.description, reason: reason)
            case .unreadableSidecar(let url, let asset, let reason):
                .unreadableSidecar(url, localIdentifier: asset.description, reason: reason)
            case .progress(let progress): .progress(LibraryExport.Progress(progress))
            }
    }
}
