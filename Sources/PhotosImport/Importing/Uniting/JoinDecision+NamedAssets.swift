package import Foundation
import PhotosStore

extension JoinDecision {
    /// A file with bytes of an asset, which may have another name in the library.
    package struct NamedAsset: Hashable, Sendable {
        /// The name of the file in its folder.
        package var name: String
        package var asset: UUID

        package init(name: String, asset: UUID) { (self.name, self.asset) = (name, asset) }
    }

    /// Whether a sidecar waits for its picture or movie.
    var isWaiting: Bool { if case .wait = self { true } else { false } }

    /// Whether an asset gets the recipe of an edit.
    var bringsRecipe: Bool {
        let members: [FileGroup.Member] =
            switch self {
            case .attach(let attachment): attachment.members
            case .create(let group): group.members
            case .wait, .leave: []
            }
        return members.contains { $0.role == ResourceRole.adjustmentData }
    }
}

extension [JoinDecision] {
    /// Lets sidecars join the assets whose bytes lie beside them under their names, in place of waiting for another file.
    ///
    /// A sidecar that fits several files and states none goes to one of their assets, and is read for the others, too.
    ///
    /// - Parameters:
    ///   - newcomers: The new files of the cluster, among them the sidecars.
    ///   - files: The files beside them whose bytes assets have.
    package mutating func joinSidecars(
        among newcomers: [GroupingFile],
        to files: [JoinDecision.NamedAsset]
    ) {
        guard !files.isEmpty else { return }
        let waiting = newcomers.filter { newcomer in
            guard case .sidecar(let kind) = newcomer.kind, kind != .aae else { return false }
            return contains(.wait(newcomer.index))
        }
        // For a sidecar, the name of a file matters alone.
        let pictures = files.enumerated().map { number, file in
            GroupingFile(
                index: -1 - number,
                name: file.name,
                kind: .picture(raw: false)
            )
        }
        let owners = SidecarOwners(waiting + pictures, among: [])
        let names = files.map { ShotName($0.name) }
        let whole = Dictionary(zip(names.map(\.full), files.map(\.asset))) { one, _ in one }
        let plain = Dictionary(zip(names.map(\.plain), files.map(\.asset))) { one, _ in one }
        for sidecar in owners.files.prefix(waiting.count) {
            let name = ShotName(sidecar.name).plain
            let owner =
                whole[name] ?? sidecar.describedName.flatMap { whole[$0] } ?? plain[name]
            guard let owner else { continue }
            removeAll { $0 == .wait(sidecar.index) }
            attach([sidecar.index], to: owner)
            for other in owners.others[sidecar.index] ?? [] {
                guard let asset = whole[other], asset != owner else { continue }
                attach(sharing: sidecar.index, with: asset)
            }
        }
    }

    private mutating func attach(_ sidecars: [Int], to asset: UUID) {
        changeAttachment(of: asset) { $0.sidecars += sidecars }
    }

    private mutating func attach(sharing sidecar: Int, with asset: UUID) {
        changeAttachment(of: asset) { attachment in
            guard !(attachment.sidecars + attachment.shared).contains(sidecar) else { return }
            attachment.shared.append(sidecar)
        }
    }

    /// Changes the attachment of an asset, which is added if there is none.
    private mutating func changeAttachment(
        of asset: UUID,
        _ change: (inout LateArrivalRules.Attachment) -> Void
    ) {
        for index in indices {
            guard case .attach(var attachment) = self[index], attachment.asset == asset else {
                continue
            }
            change(&attachment)
            self[index] = .attach(attachment)
            return
        }
        var attachment = LateArrivalRules.Attachment(
            asset: asset,
            members: [],
            sidecars: [],
            demoting: [],
            remainder: []
        )
        change(&attachment)
        append(.attach(attachment))
    }
}
