import Foundation
import Glibc
import PhotosMedia

/// Looks at files before anything is copied: what they are by content, and their checksum.
enum ImportInspection {
    enum Verdict: Sendable {
        case candidate(ImportCandidate)
        case refused(String)
    }

    static func inspect(_ file: FoundFile, uuid: UUID) -> Verdict {
        // Without waiting: opening a pipe that took the file's place must not hang.
        let descriptor = open(file.url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return .refused(reason(errno)) }
        defer { close(descriptor) }
        do {
            let source = try DescriptorByteSource(descriptor: descriptor)
            let header = try MediaHeader.read(from: source)
            guard let type = resourceType(header.type.kind) else {
                return .refused("It holds sound alone. Import pictures and movies.")
            }
            var file = file
            file.byteCount = source.byteCount
            let checksum = try SourceFile.read(descriptor, file.url) { _ in }
            return .candidate(
                ImportCandidate(file: file, resourceType: type, checksum: checksum, uuid: uuid)
            )
        } catch {
            return .refused("\(error)")
        }
    }

    private static func resourceType(_ kind: MediaKind) -> Int? {
        switch kind {
        case .image: ResourceRole.photo
        case .video: ResourceRole.video
        case .audio: nil
        }
    }

    private static func reason(_ code: Int32) -> String {
        switch code {
        case ENOENT: "It is no longer there. Import again what took its place."
        case EACCES, EPERM: "It may not be read. Check its permissions."
        default: "It could not be opened: \(systemMessage(code))."
        }
    }
}
