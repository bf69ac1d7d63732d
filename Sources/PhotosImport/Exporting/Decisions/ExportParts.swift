package import PhotosStore

/// A file of an asset that an export writes.
package struct ExportPart: Hashable, Sendable {
    /// The part of the file's name between the stem and the extension.
    package enum Mark: Hashable, Sendable {
        case none
        case edited
        /// The file from which the last edit was made.
        case base
        case alternate
        case proxy
    }

    /// The role in the asset that an import of the export makes.
    package var role: ResourceRole
    package var resource: ResourceRecord
    package var mark: Mark
    /// The extension with its dot; empty for none.
    package var ending: String

    /// The name of the part in the record of an export.
    package var key: String { "r\(role.rawValue)" }

    /// Whether a sidecar may lie beside the file.
    package var takesSidecar: Bool { Self.standAlone.contains(role) }

    /// Whether the file may state places and persons inside: all files do but recipes.
    package var mayStateMetadata: Bool { role != ResourceRole.adjustmentData }

    private static let standAlone =
        ResourceRole.originals + ResourceRole.fullSize + [ResourceRole.alternatePhoto]
}

/// Decides which files of an asset an export writes.
package enum ExportParts {
    /// Returns the files to write, the original first.
    package static func parts(
        of resources: [ResourceRecord],
        versions: LibraryExport.Versions
    ) -> [ExportPart] {
        let chosen: [(ResourceRecord, ResourceRole)] =
            switch versions {
            case .originals:
                resources.filter { cameraRoles.contains($0.type) }.map { ($0, $0.type) }
            case .both: resources.map { ($0, $0.type) }
            case .edited: shownResources(among: resources)
            }
        var parts: [ExportPart] = []
        for (resource, role) in chosen {
            var part = ExportPart(
                role: role,
                resource: resource,
                mark: mark(of: role),
                ending: ending(of: resource)
            )
            if part.mark == .none, parts.contains(where: { $0.clashes(with: part) }) {
                part.mark = .alternate
            }
            parts.append(part)
        }
        return parts
    }

    /// The renderings in the roles of the originals that they replace, or the originals.
    private static func shownResources(
        among resources: [ResourceRecord]
    ) -> [(ResourceRecord, ResourceRole)] {
        func firstResource(ofRole role: ResourceRole) -> ResourceRecord? {
            resources.first { $0.type == role }
        }
        if let picture = firstResource(ofRole: ResourceRole.fullSizePhoto) {
            let movie = firstResource(ofRole: ResourceRole.fullSizePairedVideo)
            return [(picture, ResourceRole.photo)]
                + (movie.map { [($0, ResourceRole.pairedVideo)] } ?? [])
        }
        if let movie = firstResource(ofRole: ResourceRole.fullSizeVideo) {
            return [(movie, ResourceRole.video)]
        }
        return resources.filter { cameraRoles.contains($0.type) }.map { ($0, $0.type) }
    }

    private static let cameraRoles =
        ResourceRole.originals + [ResourceRole.alternatePhoto, ResourceRole.pairedVideo]

    private static func mark(of role: ResourceRole) -> ExportPart.Mark {
        switch role {
        case ResourceRole.fullSizePhoto, ResourceRole.fullSizeVideo,
            ResourceRole.fullSizePairedVideo:
            .edited
        case ResourceRole.adjustmentBasePhoto, ResourceRole.adjustmentBaseVideo,
            ResourceRole.adjustmentBasePairedVideo:
            .base
        case ResourceRole.photoProxy: .proxy
        default: .none
        }
    }

    private static func ending(of resource: ResourceRecord) -> String {
        if resource.type == ResourceRole.adjustmentData { return ".AAE" }
        guard let name = resource.filename else { return NameParts(resource.file).ending }
        return NameParts(name).ending
    }
}

extension ExportPart {
    fileprivate func clashes(with other: ExportPart) -> Bool {
        mark == other.mark && ending.lowercased() == other.ending.lowercased()
    }

    /// Returns the file's name.
    ///
    /// An import finds the files of one asset by these names, see `Documentation/Imports.md`.
    ///
    /// - Parameters:
    ///   - stem: The name of the asset's files without a number.
    ///   - number: The number that distinguishes equal stems; 1 is not written.
    ///   - rules: The rules of the file system.
    /// - Returns: The name, which fits the file system.
    package func filename(stem: String, number: Int, rules: TargetRules) -> String {
        let count = number > 1 ? " (\(number))" : ""
        switch mark {
        case .none: return rules.name(stem, mark: count, ending: ending)
        case .edited:
            if stem.hasPrefix("IMG_"), stem.dropFirst(4).first?.isASCII == true,
                stem.dropFirst(4).first?.isNumber == true
            {
                return rules.name("IMG_E" + stem.dropFirst(4), mark: count, ending: ending)
            }
            return rules.name(stem, mark: "-edited" + count, ending: ending)
        case .base: return rules.name(stem, mark: "-base" + count, ending: ending)
        case .alternate: return rules.name(stem, mark: "-alternate" + count, ending: ending)
        case .proxy: return rules.name(stem, mark: "-proxy" + count, ending: ending)
        }
    }
}
