import PhotosImport
import PhotosStore
import TestPermits
import Testing

/// Which rows of folders a sweep writes, decided without disk.
@Suite(.permit) struct FolderStepTests {
    private static let known = [
        SourceFolderRow(id: 1, sourceID: 1, parentID: nil, name: "", inode: 10),
        SourceFolderRow(id: 2, sourceID: 1, parentID: 1, name: "a", inode: 20),
        SourceFolderRow(id: 3, sourceID: 1, parentID: 1, name: "b", inode: 30),
    ]

    /// The tree of a source with these folders in its top.
    private func tree(_ found: [(String, Int64)], top: Int64 = 10) -> SweptFolders {
        var tree = SweptFolders(known: Self.known)
        tree.start(Self.known[0], path: [], inode: top, isDeep: true)
        while let index = tree.next(isSame: { _, _ in true }) {
            tree.addSubfolders(index == 0 ? found.map { (name: $0.0, inode: $0.1) } : [], in: index)
        }
        return tree
    }

    private func number(_ name: String, _ tree: SweptFolders) -> Int {
        tree.folders.firstIndex { $0.name == name } ?? -1
    }

    @Test func `folders that are where they were are not written`() {
        #expect(FolderStep.steps(for: tree([("a", 20), ("b", 30)])).isEmpty)
    }

    @Test func `a new folder gets a row, and a renamed one keeps its own`() {
        let tree = tree([("a", 20), ("c", 30), ("new", 40)])
        let (renamed, new) = (number("c", tree), number("new", tree))
        let steps = FolderStep.steps(for: tree)
        #expect(steps.first == .vacateName(renamed))
        #expect(Set(steps) == [.vacateName(renamed), .write(renamed), .write(new)])
        #expect(tree.folders[renamed].row?.id == 3 && tree.folders[new].row == nil)
    }

    @Test func `two folders that changed names give them up before any gets one`() {
        let tree = tree([("a", 30), ("b", 20)])
        let steps = FolderStep.steps(for: tree)
        #expect(steps.count == 4)
        #expect(Set(steps.prefix(2)) == [.vacateName(1), .vacateName(2)])
        #expect(Set(steps.suffix(2)) == [.write(1), .write(2)])
        #expect(FolderStep.temporaryName(of: Self.known[1]).contains("/"))
    }

    @Test func `a volume with new inodes renumbers its top`() {
        let steps = FolderStep.steps(for: tree([("a", 21), ("b", 30)], top: 11))
        #expect(steps == [.renumber(0), .write(1)] || steps == [.renumber(0), .write(2)])
    }

    @Test func `only a missing folder yields its name`() {
        let tree = tree([("b", 40)])
        let index = number("b", tree)
        #expect(tree.folders[index].row?.id == 3)
        #expect(!FolderStep.mustYield(Self.known[2], to: index, in: tree))
        #expect(FolderStep.mustYield(Self.known[1], to: index, in: tree))
        #expect(!FolderStep.mustYield(Self.known[0], to: index, in: tree))
    }
}
