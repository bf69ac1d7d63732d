import Foundation
import Glibc
import PhotosMedia

extension BlockStaging {
    /// Stages the renderings of an edit and its adjustment data.
    func stageRenderings(
        _ rendered: [ResourceSource],
        adjustment: AdjustmentFile
    ) throws -> [ResourceDraft] {
        guard !adjustment.formatIdentifier.isEmpty else {
            throw StoreError(
                .changeNotSupported,
                "The adjustment data of an edit has no format identifier. Give it one, such as com.example.editor."
            )
        }
        var drafts = try rendered.map { source in
            let (draft, facts) = try stage(source)
            guard let facts else {
                throw StoreError(
                    .invalidResource,
                    "The rendering of an edit is not a picture or movie."
                )
            }
            try RenderingRules.checkContent(
                facts,
                as: source.type,
                filename: draft.filename ?? "A rendering"
            )
            return draft
        }
        guard !drafts.isEmpty else {
            throw StoreError(
                .missingResource,
                "An edit needs its rendering: write it to the output's renderedContentURL first."
            )
        }
        drafts.append(
            try stage(
                ResourceSource(
                    type: ResourceRole.adjustmentData,
                    content: .data(adjustment.bytes),
                    filename: AdjustmentFile.filename,
                    contentType: AdjustmentFile.contentType
                )
            ).0
        )
        return drafts
    }

    /// Returns whether the input of an edit was an edited version of the asset, rather than an original.
    func isOnTop(_ input: EditInput, of uuid: UUID) throws -> Bool {
        guard case .resource(let id) = input,
            let row = try commits.records.rows(of: [uuid], in: .asset)[uuid],
            let resource = try commits.records.resources(ofAssets: [row])[row]?.first(where: {
                $0.rowID == id
            })
        else { return false }
        return ResourceRole.edited.contains(resource.type)
    }

    /// Parses an edit recipe that came as Apple's property list.
    ///
    /// Returns nil for a recipe that an import has parsed already. Also returns nil for other bytes, which
    /// are kept unchanged.
    func recipe(in draft: ResourceDraft) -> AppleAdjustment? {
        guard draft.type == ResourceRole.adjustmentData, let area = ownArea,
            area.owns(draft.staged)
        else { return nil }
        return try? AppleAdjustment(
            contentsOf: area.url(of: draft.staged),
            maximumSize: Self.largestRecipe
        )
    }

    /// The largest recipe file, in bytes, that is parsed.
    private static let largestRecipe = 64 << 20

    /// Checks that the files shown after a revert exist.
    ///
    /// Returns the durations of the movies among them, by file name.
    func stageRevert(of uuid: UUID) throws -> [String: Double] {
        // The block created this asset itself, so its files are staged and their durations are known.
        for case .asset(let draft) in content.values where draft.record.uuid == uuid {
            return Dictionary(
                uniqueKeysWithValues: draft.resources.map { ($0.staged.file, $0.duration) }
            )
        }
        guard let row = try commits.records.rows(of: [uuid], in: .asset)[uuid] else { return [:] }
        let resources = try commits.records.resources(ofAssets: [row])[row] ?? []
        guard resources.contains(where: { ResourceRole.edited.contains($0.type) }) else {
            return [:]
        }
        return try durations(among: resources)
    }

    /// Finds the files of an asset that are missing from their sources.
    ///
    /// If the rendering of an edit is among them, this checks that the files exist which are shown without it. If the original is
    /// among them, this reads the file that takes its place.
    ///
    /// - Throws: ``StoreError`` with code `changeNotSupported` if a remote has one of them, because its copy would go, too,
    ///   unless `evenInRemotes` is true.
    func stageMissing(of uuid: UUID, evenInRemotes: Bool) throws -> StagedContent {
        guard let row = try commits.records.rows(of: [uuid], in: .asset)[uuid] else {
            return .missing([], durations: [:])
        }
        let resources = try commits.records.resources(ofAssets: [row])[row] ?? []
        let missing = try resources.filter { try commits.originals.isMissingFromSource($0) }
        for resource in missing where !evenInRemotes {
            guard let remote = try commits.originals.nameOfRemote(holding: resource.checksum)
            else { continue }
            throw StoreError(
                .changeNotSupported,
                "The remote \(remote) has \(resource.filename ?? "a file of the photo"): `photokit remote fetch` brings it back. Nothing was changed."
            )
        }
        let rows = Set(missing.map(\.rowID))
        let isReverted = missing.contains { ResourceRole.fullSize.contains($0.type) }
        let kept = resources.filter { !rows.contains($0.rowID) }
        return try .missing(
            rows,
            durations: isReverted ? durations(among: kept) : [:],
            original: missing.isEmpty ? nil : newOriginal(among: kept)
        )
    }

    /// Reads the file that becomes the original and ends the edit; nil if none does.
    private func newOriginal(
        among kept: [ResourceRecord]
    ) throws -> (choice: NewOriginal, facts: MediaFacts)? {
        guard let new = NewOriginal(among: kept.map(\.type)), new.endsEdit,
            let resource = kept.first(where: { $0.type == new.former })
        else { return nil }
        let descriptor = try commits.originals.openLocalFile(of: resource)
        defer { close(descriptor) }
        return (new, try commits.core.environment.facts(of: descriptor, resource.filename))
    }

    /// Checks that those of some files exist which are shown after a revert.
    ///
    /// Returns the durations of the movies among them, by file name.
    private func durations(among resources: [ResourceRecord]) throws -> [String: Double] {
        var durations: [String: Double] = [:]
        for resource in resources where Self.isShownAfterRevert(resource.type) {
            // A change block waits for no network: the caller makes the files local before.
            let descriptor = try commits.originals.openLocalFile(of: resource)
            defer { close(descriptor) }
            if [ResourceRole.video, ResourceRole.adjustmentBaseVideo].contains(resource.type) {
                let facts = try commits.core.environment.facts(of: descriptor, resource.filename)
                durations[resource.file] = facts.duration
            }
        }
        return durations
    }

    /// Checks that the files exist which are shown after a change was taken back.
    ///
    /// Returns the durations of the movies among them, by file name.
    func stageReversal(_ request: ReversalRequest) throws -> [String: Double] {
        let rows = try commits.core.read { db in
            try request.sequences.flatMap {
                try ChangeTransaction.change(at: $0, db).body().objects
            }.filter {
                $0.id.entity == .asset && $0.kind == .updated
                    && AssetFieldMask(rawValue: $0.mask).contains(.contentVersion)
            }.map(\.id.rowID)
        }
        guard !rows.isEmpty else { return [:] }
        return try commits.records.assets(rows).records.values.filter {
            request.givenPictures[$0.uuid] == nil
        }.reduce(into: [:]) { durations, asset in
            durations.merge(try stageRevert(of: asset.uuid)) { $1 }
        }
    }

    private static func isShownAfterRevert(_ type: ResourceRole) -> Bool {
        ResourceRole.originals.contains(type) || ResourceRole.bases.contains(type)
            || [ResourceRole.alternatePhoto, ResourceRole.pairedVideo].contains(type)
    }
}

/// The rules for the file types that applications may pass as the rendering of an edit.
enum RenderingRules {
    /// Checks the type, orientation and integrity of a rendering.
    ///
    /// - Throws: ``StoreError`` with code `invalidResource`. Its message says what to write instead.
    static func checkContent(_ facts: MediaFacts, as type: ResourceRole, filename: String) throws {
        let isPicture = type == ResourceRole.fullSizePhoto
        let accepted: [MediaType] =
            isPicture ? [.jpeg, .heic, .heif] : [.quickTimeMovie, .mpeg4, .m4v]
        guard accepted.contains(facts.type) else {
            throw StoreError(
                .invalidResource,
                "\(filename) is of the type \(facts.contentType), which cannot be a rendering. Write \(isPicture ? "a JPEG or HEIC picture" : "a QuickTime or MPEG-4 movie")."
            )
        }
        guard !isPicture || facts.orientation == .up else {
            throw StoreError(
                .invalidResource,
                "\(filename) is to be turned before it is shown (its orientation is \(facts.orientation.rawValue)). Render it upright, with orientation 1 or none."
            )
        }
        if let damage = facts.damage {
            throw StoreError(
                .invalidResource,
                "\(filename) is damaged (\(damage)). Write the rendering again."
            )
        }
    }
}
