import Foundation
import PhotosMedia

/// Brings the files of a block into the library before its transaction begins, and finds out what they are.
final class BlockStaging {
    /// By the place of the request in its block: a block may name one asset several times.
    private(set) var content: [Int: StagedContent] = [:]
    private var area: StagingArea?
    private let library: Library

    init(_ block: ChangeBlock, _ library: Library) throws {
        self.library = library
        do {
            for (index, mutation) in block.mutations.enumerated() {
                switch mutation {
                case .createAsset(let creation):
                    content[index] = .asset(try stage(creation))
                case .updateAsset(_, let update):
                    if case .adjust(let rendered, let adjustment)? = update.content {
                        content[index] = .renderings(try stage(rendered, adjustment))
                    }
                default: break
                }
            }
        } catch {
            area?.discard { _ in [] }
            throw StoreError(error)
        }
    }

    func publish() throws { try area?.publish() }

    func finish() { area?.finish() }

    func discard(isMentioned: ([String]) throws -> Set<String>) {
        area?.discard(isMentioned: isMentioned)
    }

    private func stage(_ creation: AssetCreation) throws -> AssetDraft {
        let types = creation.resources.map(\.type)
        try ResourceCombination.check(types)
        var resources: [ResourceDraft] = []
        var primary: MediaFacts?
        var paired: MediaFacts?
        var hasRaw = false
        for source in creation.resources {
            let (draft, facts) = try stage(source)
            if let facts {
                try ResourceCombination.check(facts, as: source.type, draft.filename)
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
        var record = AssetRecord(rowID: 0, uuid: creation.uuid)
        record.fill(from: primary, fallbackDate: creation.fallbackDate)
        record.filename = resources.first { ResourceRole.originals.contains($0.type) }?.filename
        if paired != nil {
            record.mediaSubtypes |= Int(MediaSubtypes.live.rawValue)
            record.playbackStyle = 3
        }
        if hasRaw { record.traits.insert(.raw) }
        if let adjustment = resources.first(where: { $0.type == ResourceRole.adjustmentData }) {
            record.adjustmentsState = 2
            record.adjustmentFormat = adjustment.contentType
            record.adjustmentDate = library.environment.now()
        }
        // Originals first: what looks for the original of a new asset finds it in front.
        resources.sort { ($0.type, $0.staged.file) < ($1.type, $1.staged.file) }
        return AssetDraft(record: record, resources: resources)
    }

    private func stage(
        _ rendered: [ResourceSource],
        _ adjustment: Adjustment
    ) throws -> [ResourceDraft] {
        var drafts = try rendered.map { source in
            let (draft, facts) = try stage(source)
            guard let facts else {
                throw StoreError(
                    .invalidResource,
                    "The rendering of an edit is not a picture or movie."
                )
            }
            try ResourceCombination.check(facts, as: source.type, draft.filename)
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
                    content: .data(adjustment.data),
                    filename: "Adjustments.data",
                    contentType: "public.data"
                )
            ).0
        )
        return drafts
    }

    private func stage(_ source: ResourceSource) throws -> (ResourceDraft, MediaFacts?) {
        let area =
            try area ?? StagingArea(layout: library.layout, id: library.environment.makeUUID())
        self.area = area
        let filename = source.filename ?? source.content.filename
        guard filename?.utf8.contains(0) != true else {
            throw StoreError(.invalidResource, "The name of a file must not contain a zero byte.")
        }
        let (staged, facts) = try area.add(source.content, id: library.environment.makeUUID()) {
            descriptor in
            guard source.type != ResourceRole.adjustmentData else {
                return (pathExtension(filename), nil as MediaFacts?)
            }
            let facts = try examine(descriptor, filename)
            return (facts.type.preferredExtension, facts)
        }
        let draft = ResourceDraft(
            type: source.type,
            filename: filename ?? generatedName(staged.file),
            contentType: source.contentType ?? facts?.contentType ?? "public.data",
            pixelWidth: facts?.pixelWidth ?? 0,
            pixelHeight: facts?.pixelHeight ?? 0,
            staged: staged
        )
        return (draft, facts)
    }

    private func examine(_ descriptor: Int32, _ filename: String?) throws -> MediaFacts {
        do {
            return try library.environment.examine(descriptor, filename)
        } catch let error as MediaFileError {
            throw StoreError(
                error.code == .unreadable ? .inputOutput : .invalidResource,
                "\(filename ?? "A resource") was refused. \(error)",
                cause: error
            )
        } catch {
            throw StoreError(
                .inputOutput,
                "\(filename ?? "A resource") could not be examined: \(error)",
                cause: error
            )
        }
    }

    private func pathExtension(_ filename: String?) -> String {
        let suffix = filename.map { ($0 as NSString).pathExtension } ?? ""
        return suffix.wholeMatch(of: /[A-Za-z0-9]{1,8}/) == nil ? "data" : suffix.lowercased()
    }

    private func generatedName(_ file: String) -> String {
        "IMG_\(file.split(separator: "/").last.map { $0.prefix(8).uppercased() } ?? "0000").\(pathExtension(file).uppercased())"
    }
}

/// What the staged files of one request are.
enum StagedContent {
    case asset(AssetDraft)
    case renderings([ResourceDraft])
}

extension ResourceSource.Content {
    var filename: String? {
        if case .file(let url, _) = self { url.lastPathComponent } else { nil }
    }
}
