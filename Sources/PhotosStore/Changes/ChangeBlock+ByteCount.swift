import Foundation

extension ChangeBlock {
    /// The bytes that the block's files take, without those that are staged already.
    var byteCount: Int64 {
        mutations.reduce(0) { sum, mutation in
            switch mutation {
            case .createAsset(let creation):
                sum + creation.resources.byteCount + (creation.update.content?.byteCount ?? 0)
            case .attachResources(_, let attachment): sum + attachment.resources.byteCount
            case .updateAsset(_, let update): sum + (update.content?.byteCount ?? 0)
            default: sum
            }
        }
    }
}

extension AssetUpdate.ContentEdit {
    fileprivate var byteCount: Int64 {
        switch self {
        case .adjust(let rendered, _, _, _): rendered.byteCount
        case .revert, .leaveOutMissing: 0
        }
    }
}

extension [ResourceSource] {
    fileprivate var byteCount: Int64 {
        reduce(0) { sum, source in
            switch source.content {
            case .file(let url, _): sum + (FileOperations.size(url) ?? 0)
            case .found(let file, _, _): sum + file.byteCount
            case .data(let data): sum + Int64(data.count)
            case .part(_, let range): sum + Int64(range.count)
            case .staged: sum
            }
        }
    }
}
