import Foundation
import Glibc

/// The findings of a check about a file.
extension PromisedFile {
    /// Checks that a remote has a file that is elsewhere.
    ///
    /// - Parameters:
    ///   - layout: The layout of the library.
    ///   - look: The answers of the remotes.
    /// - Returns: A finding; nil if the file is as expected.
    func findingElsewhere(in layout: LibraryLayout, _ look: ElsewhereLook) -> Finding? {
        guard look.absent.contains(object) else { return nil }
        return Finding(
            .originalMissing,
            "\(subject) left this disk, and no remote had it at the last look. \(Self.remedy)",
            at: layout.original(file).path
        )
    }

    /// Checks the file.
    ///
    /// Returns nil if it is as expected.
    func finding(in layout: LibraryLayout, readingBytes: Bool) -> Finding? {
        let url = layout.original(file)
        var facts = stat()
        guard lstat(url.path, &facts) == 0 else {
            return Finding(
                .originalMissing,
                "\(subject) is not there. \(Self.remedy)",
                at: url.path
            )
        }
        guard facts.st_mode & S_IFMT == S_IFREG, !layout.hasLink(inWayTo: file) else {
            return Finding(
                .originalUnreadable,
                "\(subject) is no file any more. \(Self.remedy)",
                at: url.path
            )
        }
        guard Int64(facts.st_size) == byteCount else {
            return Finding(
                .originalSizeDiffers,
                "\(subject) has \(facts.st_size) bytes instead of \(byteCount). \(Self.remedy)",
                at: url.path
            )
        }
        guard readingBytes else { return nil }
        do {
            let descriptor = try FileOperations.open(url, flags: O_RDONLY | O_NOFOLLOW)
            defer { close(descriptor) }
            let isGood = try SourceFile.read(descriptor, at: url, body: { _ in }) == checksum
            return isGood ? nil : otherBytes(in: layout)
        } catch {
            return unreadable(error, in: layout)
        }
    }

    private static let remedy =
        "Run `photokit check --repair`, which copies it from equal photos and remotes. With `--from FOLDER` it also looks in a backup, an export or a card. Or import the photo again."

    func otherBytes(in layout: LibraryLayout) -> Finding {
        Finding(
            .originalContentDiffers,
            "\(subject) has other bytes than were imported. \(Self.remedy)",
            at: layout.original(file).path
        )
    }

    func unreadable(_ error: any Error, in layout: LibraryLayout) -> Finding {
        Finding(
            .originalUnreadable,
            "\(subject) cannot be read: \(error)",
            at: layout.original(file).path
        )
    }

    /// The file as the beginning of a sentence, with its name, and with the identifier of its asset.
    var subject: String {
        filename.map { "The file \($0) of asset \(owner)" } ?? "A file of asset \(owner)"
    }

    var owner: String { LocalIdentifier(uuid: asset, kind: .asset).description }
}
