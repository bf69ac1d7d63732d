import Foundation
import PhotosMedia

/// Stages the files of a change block before its transaction begins, and reads their media facts.
final class BlockStaging {
    /// The staged content, by the index of the mutation in the block.
    ///
    /// A block may name one asset several times.
    private(set) var content: [Int: StagedContent] = [:]
    /// A staging area for this block alone, removed at the end of the block.
    private(set) var ownArea: StagingArea?
    private var parts: [(area: StagingArea, files: [StagedFile])] = []
    private var isPublished = false
    private var uploadChanges: [UploadJobChange] = []
    private var uploads: UploadRequestStaging?
    let commits: LibraryCommits

    init(_ block: ChangeBlock, _ commits: LibraryCommits) throws {
        self.commits = commits
        do {
            for (index, mutation) in block.mutations.enumerated() {
                switch mutation {
                case .createAsset(let creation):
                    content[index] = .asset(try stage(creation))
                case .attachResources(_, let attachment):
                    content[index] = .attachment(try stage(attachment))
                case .updateAsset(let uuid, let update):
                    switch update.content {
                    case .adjust(let rendered, let adjustment, let input, _)?:
                        let date = commits.core.environment.now()
                        let file = AdjustmentFile(
                            adjustment,
                            date,
                            isOnTop: try isOnTop(input, of: uuid)
                        )
                        content[index] = .renderings(
                            try stageRenderings(rendered, adjustment: file),
                            date
                        )
                    case .revert?: content[index] = .durations(try stageRevert(of: uuid))
                    case .leaveOutMissing(let evenInRemotes)?:
                        content[index] = try stageMissing(of: uuid, evenInRemotes: evenInRemotes)
                    case nil: break
                    }
                case .reverse(let request):
                    content[index] = .durations(try stageReversal(request))
                case .healResources(let healings): recordHealings(healings)
                case .keepFiles(_, let files):
                    for file in files {
                        guard let area = file.staged.area else {
                            preconditionFailure("A file that was only looked at cannot be kept.")
                        }
                        recordFile(file.staged.file, in: area)
                    }
                case .passOn(let heir, let uuids):
                    let files = try stageKeptFiles(of: uuids, for: heir)
                    if !files.isEmpty { content[index] = .keptFiles(files) }
                case .changeUploadJobs(let changes): uploadChanges += changes
                default: break
                }
            }
        } catch {
            ownArea?.remove()
            throw StoreError(error)
        }
    }

    func publish() throws {
        // A block without files checks once that the library is there, when its transaction begins.
        if !parts.isEmpty { try commits.core.checkIsPresent() }
        isPublished = true
        for part in parts { try part.area.publish(part.files) }
        guard !uploadChanges.isEmpty else { return }
        uploads = try UploadRequestStaging(uploadChanges, commits.core)
    }

    func finish(releasing released: ReleasedUploadFiles) {
        uploads?.finish(releasing: released)
        for part in parts { part.area.finish(part.files) }
        ownArea?.remove()
    }

    func discard(after error: StoreError, isMentioned: ([String]) throws -> Set<String>) {
        if !error.isUncertain { uploads?.discard() }
        if isPublished {
            for part in parts { part.area.withdraw(part.files, isMentioned: isMentioned) }
        }
        ownArea?.remove()
    }

    private func recordHealings(_ healings: [ResourceHealing]) {
        for healing in healings { recordFile(healing.staged, in: healing.area) }
    }

    /// Returns the file states of the published files at their final paths, by file name.
    func states() -> [String: FileState] {
        var states: [String: FileState] = [:]
        for file in parts.lazy.flatMap(\.files) {
            states[file.file] = FileState(of: commits.core.layout.original(file.file))
        }
        return states
    }

    func recordFile(_ file: StagedFile, in area: StagingArea) {
        if let index = parts.firstIndex(where: { $0.area === area }) {
            parts[index].files.append(file)
        } else {
            parts.append((area, [file]))
        }
    }

    private func stage(_ creation: AssetCreation) throws -> AssetDraft {
        var types = creation.resources.map(\.type)
        if case .adjust(let rendered, _, _, _)? = creation.update.content {
            types += rendered.map(\.type) + [ResourceRole.adjustmentData]
        }
        try ResourceCombination.check(types)
        // Staging may move the file away, so read its date first.
        let fileDate = creation.fallbackDate ?? creation.originalFileDate
        var resources: [ResourceDraft] = []
        var supplement = creation.supplement
        var primary: MediaFacts?
        var paired: MediaFacts?
        var hasRaw = false
        for source in creation.resources {
            var (draft, facts) = try stage(source)
            if supplement.adjustment == nil, let recipe = recipe(in: draft) {
                supplement.adjustment = recipe.supplement
                draft.contentType = AdjustmentFile.contentType
            }
            if let facts {
                try ResourceCombination.checkContent(
                    facts,
                    as: source.type,
                    filename: draft.filename
                )
                if ResourceRole.originals.contains(source.type), primary == nil { primary = facts }
                if source.type == ResourceRole.pairedVideo { paired = facts }
                if facts.isRaw { hasRaw = true }
            }
            resources.append(draft)
        }
        guard let primary else {
            throw StoreError(
                .missingResource,
                "An asset needs an original: a photo, a video or an audio resource."
            )
        }
        var renderings: [ResourceDraft] = []
        if case .adjust(let rendered, let adjustment, _, _)? = creation.update.content {
            let file = AdjustmentFile(adjustment, commits.core.environment.now(), isOnTop: false)
            renderings = try stageRenderings(rendered, adjustment: file)
            resources += renderings
            supplement.adjustment = file.supplement
        }
        var record = AssetRecord(rowID: 0, uuid: creation.uuid)
        let facts = AssetFacts(
            original: RecordedFacts(primary),
            companion: RecordedFacts(supplement)
        )
        record.fill(from: primary)
        record.setProperties(from: facts.metadata)
        record.assumeZone(of: facts.metadata, commits.core.environment.places)
        record.fillDate(fileDate, source: FactsTable.fileTag)
        record.filename = resources.first { ResourceRole.originals.contains($0.type) }?.filename
        if paired != nil { record.becomeLive() }
        if hasRaw { record.traits.insert(.raw) }
        record.recordEdit(
            resources,
            adjustment: supplement.adjustment,
            now: commits.core.environment.now()
        )
        record.show(renderings)
        record.apply(supplement)
        // Originals come first, because code that searches for the original of a new asset takes the first
        // match.
        resources.sort { ($0.type, $0.staged.file) < ($1.type, $1.staged.file) }
        let isDated = creation.update.values[.creationDate] != nil
        return AssetDraft(
            record: record,
            resources: resources,
            facts: facts,
            zone: isDated ? nil : commits.core.environment.zone
        )
    }

    private func stage(_ attachment: ResourceAttachment) throws -> AttachmentDraft {
        var draft = AttachmentDraft(resources: [])
        for source in attachment.resources {
            let (resource, facts) = try stage(source)
            if let facts {
                try ResourceCombination.checkContent(
                    facts,
                    as: source.type,
                    filename: resource.filename
                )
                if ResourceRole.originals.contains(source.type) { draft.original = facts }
                if facts.isRaw { draft.hasRaw = true }
            }
            draft.resources.append(resource)
        }
        return draft
    }

    func stage(_ source: ResourceSource) throws -> (ResourceDraft, MediaFacts?) {
        let filename =
            source.filename.flatMap(FileName.kept) ?? source.content.filename.flatMap(FileName.kept)
        let (staged, facts) = try stageSource(source, filename: filename)
        let draft = ResourceDraft(
            type: source.type,
            filename: filename ?? generatedName(of: source.type, staged.file),
            contentType: source.contentType ?? facts?.contentType ?? "public.data",
            pixelWidth: facts?.pixelWidth ?? 0,
            pixelHeight: facts?.pixelHeight ?? 0,
            duration: facts?.duration ?? 0,
            contentIdentifier: facts?.contentIdentifier,
            staged: staged
        )
        return (draft, facts)
    }

    private func stageSource(
        _ source: ResourceSource,
        filename: String?
    ) throws -> (StagedFile, MediaFacts?) {
        if case .staged(let resource) = source.content {
            if let area = resource.area {
                recordFile(resource.file, in: area)
            } else {
                precondition(
                    resource.staysInSource,
                    "A file that was only looked at cannot become a resource."
                )
            }
            return (resource.file, resource.facts)
        }
        let area = try ownArea ?? makeArea()
        let (staged, facts) = try area.add(source.content, id: commits.core.environment.makeUUID())
        {
            descriptor in
            guard source.type != ResourceRole.adjustmentData else {
                return (StagingArea.pathExtension(of: filename), nil as MediaFacts?)
            }
            let facts = try commits.core.environment.facts(of: descriptor, filename)
            return (facts.type.preferredExtension, facts)
        }
        recordFile(staged, in: area)
        return (staged, facts)
    }

    func makeArea() throws -> StagingArea {
        try commits.core.checkIsPresent()
        let area = try StagingArea(
            layout: commits.core.layout,
            id: commits.core.environment.makeUUID()
        )
        ownArea = area
        return area
    }

    private func generatedName(of type: ResourceRole, _ file: String) -> String {
        if type == ResourceRole.adjustmentData { return AdjustmentFile.filename }
        return
            "IMG_\(file.split(separator: "/").last.map { $0.prefix(8).uppercased() } ?? "0000").\(StagingArea.pathExtension(of: file).uppercased())"
    }
}
