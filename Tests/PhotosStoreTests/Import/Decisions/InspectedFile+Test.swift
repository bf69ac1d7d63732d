import Foundation
import PhotosImport
import PhotosMedia
import PhotosStore

extension FoundFile {
    /// A file that is on no disk.
    static func test(_ name: String, byteCount: Int64 = 10) -> FoundFile {
        FoundFile(
            url: URL(fileURLWithPath: "/photos/\(name)"),
            byteCount: byteCount,
            inode: 7,
            modification: 1_000_000_000
        )
    }
}

extension StagedResource {
    /// A staged file with a checksum of one byte.
    static func test(_ checksum: UInt8, facts: MediaFacts? = nil) -> StagedResource {
        StagedResource(
            file: StagedFile(file: "", byteCount: 10, checksum: [checksum]),
            facts: facts,
            area: nil
        )
    }
}

extension InspectedFile {
    /// A picture or movie that is on no disk.
    static func test(
        _ name: String,
        _ type: MediaType = .jpeg,
        checksum: UInt8 = 1,
        burst: String? = nil
    ) -> InspectedFile {
        var facts = MediaFacts(header: MediaHeader(type: type, storedWidth: 4, storedHeight: 3))
        facts.burstIdentifier = burst
        let resource = StagedResource.test(checksum, facts: facts)
        return InspectedFile(
            file: .test(name),
            finding: .media(ImportedMedia(resource: resource, facts: facts))
        )
    }

    static func test(_ name: String, finding: Finding) -> InspectedFile {
        InspectedFile(file: .test(name), finding: finding)
    }
}

extension SourceFileRow {
    /// A row of a file that is on no disk.
    static func test(
        _ id: Int64,
        _ name: String,
        _ outcome: SourceOutcome = .imported,
        inode: Int64 = 1,
        checksum: UInt8? = 1,
        asset: Int64? = nil
    ) -> SourceFileRow {
        SourceFileRow(
            id: id,
            name: name,
            inode: inode,
            byteCount: 10,
            modification: 5,
            outcome: outcome,
            checksum: checksum.map { [$0] },
            assetID: asset
        )
    }
}
