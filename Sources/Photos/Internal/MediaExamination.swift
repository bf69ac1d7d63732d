import Foundation
package import PhotosMedia

/// How libraries opened through the API find out what files are.
package final class MediaExamination: Sendable {
    package static let shared = MediaExamination()

    /// Facts from an open file; its name is a hint.
    package let examine: @Sendable (Int32, String?) throws -> MediaFacts = { descriptor, _ in
        MediaFacts(header: try MediaHeader.read(from: try DescriptorByteSource(descriptor: descriptor)))
    }
}
