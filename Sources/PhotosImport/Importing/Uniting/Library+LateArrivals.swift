import Foundation
import Glibc
import PhotosMedia
import PhotosStore

/// Describing an asset of the library for ``LateArrivalRules``.
extension Library {
    /// Returns the properties of an asset's files, to decide whether new files belong to the asset.
    ///
    /// Returns nil for an asset that does not exist any more. For a file that cannot be read now, only its
    /// name and its type are used. A file of the asset that is among the relatives has its present name, which may differ
    /// from the one at import.
    func partnerAsset(
        _ uuid: UUID,
        among relatives: [ImportCluster.Relative],
        reader: FactReader
    ) throws -> LateArrivalRules.Asset? {
        guard let row = try records.rows(of: [uuid], in: .asset)[uuid],
            let resources = try records.resources(ofAssets: [row])[row]
        else { return nil }
        let beside = Set(relatives.lazy.filter { $0.asset == row }.map { ExactText($0.name) })
        let names = beside.isEmpty ? [:] : try originals.sourceFilenames(ofAssets: [row])
        return LateArrivalRules.Asset(
            uuid: uuid,
            resources: resources.enumerated().map { index, resource in
                var resource = resource
                if let name = names[resource.rowID], beside.contains(ExactText(name)) {
                    resource.filename = name
                }
                return .init(
                    role: resource.type,
                    file: groupingFile(of: resource, index: index, reader: reader)
                )
            }
        )
    }

    private func groupingFile(
        of resource: ResourceRecord,
        index: Int,
        reader: FactReader
    ) -> GroupingFile {
        let name = resource.filename ?? resource.file
        if let url = try? originals.urlToOpen(of: resource),
            let descriptor = try? FileOperations.open(url, flags: O_RDONLY)
        {
            defer { Glibc.close(descriptor) }
            if let facts = try? reader.facts(of: descriptor, named: name) {
                return GroupingFile(index: index, name: name, facts: facts)
            }
        }
        guard let type = MediaType(rawValue: resource.contentType) else {
            return GroupingFile(index: index, name: name, kind: .sidecar(.aae))
        }
        return GroupingFile(
            index: index,
            name: name,
            kind: .init(type),
            typeIdentifier: resource.contentType
        )
    }
}
