import MergeWorlds
import PhotosMerge
import TestPermits
import Testing

/// The registers that a block of this library writes, and what a packet asks for.
@Suite(.permit) struct WritingTests {
    private let rules = MergeRules()

    private func write(
        _ block: LocalBlock,
        _ context: BlockContext,
        to rows: inout RegisterSet
    ) throws -> [Register] {
        let written = try rules.registers(of: block, in: context, rows: rows)
        for register in written {
            let present = rows.register(register.key)?.content
            let content = present.map { rules.merged($0, register.content) } ?? register.content
            rows.store(Register(register.key, content))
        }
        return written
    }

    @Test func `a new asset writes what differs from a blank one, with the origin of each`() throws
    {
        var rows = RegisterSet()
        var row = AssetRow()
        row.values = [.rating: [4], .date: [7], .caption: []]
        var change = AssetChange(Sample.asset, before: nil, after: row)
        change.fromFiles.insert(.date)
        change.creation = Creation(knewBytes: false, facts: [1])
        var block = LocalBlock()
        block.assets = [change]
        let written = try write(block, Sample.context(Sample.a, 1), to: &rows)
        let origins = written.reduce(into: [RegisterKind: StampClass]()) {
            $0[$1.key.kind] = $1.stamps.first?.origin
        }
        #expect(
            origins == [
                .assetExistence: .person, .assetCreation: .person, .rating: .person, .date: .file,
            ]
        )
        // The same rows again are no change.
        block.assets = [AssetChange(Sample.asset, before: row, after: row)]
        #expect(try write(block, Sample.context(Sample.a, 2), to: &rows).isEmpty)
    }

    @Test func `values of the library and choices of bursts are registers of their own`() throws {
        var rows = RegisterSet()
        var block = LocalBlock()
        let days = RegisterKey(.trashDays, of: .library)
        block.values = [days: [30]]
        block.burstChoices = [[1]: Sample.asset, [2]: nil]
        let written = try write(block, Sample.context(Sample.a, 1), to: &rows)
        #expect(written.count == 3)
        #expect(written.filter { !$0.hasValidValue }.isEmpty)
        #expect(rows.register(days)?.stamped?.value == [30])
    }

    @Test func `photos of a deleted album, and albums of a purged photo, are no removals`() throws {
        let rows = RegisterSet()
        let position = try ListPosition(bytes: [1, 0, 0, 0, 0, 0, 0, 0])
        var block = LocalBlock()
        block.members = [MemberChange(Sample.pair, before: position, after: nil)]
        func kinds(_ block: LocalBlock) throws -> [RegisterKind] {
            try rules.registers(of: block, in: Sample.context(Sample.a, 1), rows: rows)
                .map(\.key.kind)
        }
        #expect(try kinds(block) == [.membership])
        block.assets = [AssetChange(Sample.asset, before: AssetRow(), after: nil)]
        #expect(try kinds(block) == [.assetExistence])
        block.assets = []
        let folder = CollectionRow(parent: .root, position: position)
        block.collections = [CollectionChange(Sample.album, before: folder, after: nil)]
        #expect(try kinds(block) == [.collectionExistence])
    }

    @Test func `a block that names a revived asset twice says once that it lives`() throws {
        var rows = RegisterSet()
        let existence = RegisterKey(.assetExistence, of: Sample.asset)
        let purge = AdditionSet(removing: Sample.stamp(5, Sample.b), seen: VersionVector())
        rows.store(Register(existence, purge))
        var after = AssetRow()
        after.values = [.rating: [1]]
        var block = LocalBlock()
        block.assets = [AssetChange(Sample.asset, before: AssetRow(), after: after)]
        let position = try ListPosition(bytes: [1, 0, 0, 0, 0, 0, 0, 0])
        block.members = [MemberChange(Sample.pair, before: position, after: nil)]
        let written = try write(block, Sample.context(Sample.a, 1), to: &rows)
        #expect(written.filter { $0.key == existence }.count == 1)
        #expect(rows.register(existence)?.set?.isPresent == true)
    }

    @Test func `an undo leaves an addition and a removal that somebody else made, too`() throws {
        var rows = RegisterSet()
        let key = RegisterKey(.membership, of: Sample.pair)
        let block = Dot(Sample.a, 1)
        rows.store(Register(key, AdditionSet(adding: Sample.stamp(5, Sample.a))))
        #expect(try rules.undoable(block, [key], in: rows) == [key])
        let others = AdditionSet(adding: Sample.stamp(6, Sample.b))
        let own = AdditionSet(adding: Sample.stamp(5, Sample.a))
        rows.store(Register(key, rules.merged(own, others)))
        #expect(try rules.undoable(block, [key], in: rows).isEmpty)
        let seen = VersionVector([Dot(Sample.b, 1)])
        rows.store(Register(key, AdditionSet(removing: Sample.stamp(7, Sample.a), seen: seen)))
        #expect(try rules.undoable(block, [key], in: rows) == [key])
        #expect(try rules.undoable(Dot(Sample.c, 1), [key], in: rows).isEmpty)
    }

    @Test func `a packet asks for its own registers, and a second arrival changes nothing`() throws
    {
        let registers = (UInt8(0)..<20).map {
            Sample.value(
                $0,
                Sample.stamp(5, Sample.a),
                RegisterKey(.assetField($0 + 40), of: Sample.asset)
            )
        }
        let packet = MergePacket(
            author: Sample.a,
            blocks: 1...1,
            seen: VersionVector(),
            registers: registers
        )
        var asked: [RegisterKey] = []
        var rows = RegisterSet()
        let outcome = rules.merge(
            packet,
            present: { key in
                asked.append(key)
                return rows.register(key)
            },
            context: { _ in nil }
        )
        #expect(asked == registers.map(\.key))
        #expect(outcome.changed == registers && outcome.previous.isEmpty)
        for register in outcome.changed { rows.store(register) }
        let again = rules.merge(
            packet,
            present: { rows.register($0) },
            context: { _ in nil }
        )
        #expect(again.changed.isEmpty && again.conflicts.isEmpty)
    }

    @Test func `of a set a member sends its own part, with all that removals cover`() {
        let seen = VersionVector([Dot(Sample.c, 3)])
        let removed = AdditionSet(removing: Sample.stamp(7, Sample.b, 2), seen: seen)
        let joined = rules.merged(
            rules.merged(AdditionSet(adding: Sample.stamp(5, Sample.a)), removed),
            AdditionSet(adding: Sample.stamp(8, Sample.b, 4))
        )
        let own = joined.contribution(of: Sample.a)
        #expect(own.additions.map(\.member) == [Sample.a] && own.removals.isEmpty)
        #expect(own.covered == seen)
        #expect(rules.merged(own, joined) == joined)
        let register = Register(RegisterKey(.membership, of: Sample.pair), own)
        #expect((try? Register(bytes: register.bytes)) == register)
    }
}
