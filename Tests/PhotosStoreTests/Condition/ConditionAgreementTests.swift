import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// The promise that live results rest on: SQL and the evaluator agree on every record.
@Suite(.permit) struct ConditionAgreementTests {
    @Test(arguments: UInt64(1)...8)
    func `SQL and evaluator agree on random conditions over assets`(seed: UInt64) throws {
        var generator = SampleGenerator(seed: seed)
        let fields = AssetField.allCases.map(Field.asset)
        let records = (Int64(1)...40).map { generator.record($0, fields) }
        let table = try ConditionTable(assets: records)
        try expectAgreement(table, fields, .asset, &generator, seed)
    }

    @Test(arguments: UInt64(101)...104)
    func `SQL and evaluator agree on random conditions over collections`(seed: UInt64) throws {
        var generator = SampleGenerator(seed: seed)
        let fields = CollectionField.allCases.map(Field.collection)
        let records = (Int64(1)...40).map { generator.record($0, fields) }
        let table = try ConditionTable(collections: records)
        try expectAgreement(table, fields, .collection, &generator, seed)
    }

    private func expectAgreement(
        _ table: ConditionTable,
        _ fields: [Field],
        _ record: Condition.IdentifiedRecord,
        _ generator: inout SampleGenerator,
        _ seed: UInt64
    ) throws {
        var interesting = 0
        for number in 0..<400 {
            // Few fields at a time, so that conditions often compare like with like.
            let condition = generator.condition(fields, record, depth: 3)
            let matched = table.matched(by: condition)
            if !matched.isEmpty, matched.count < table.records.count { interesting += 1 }
            let selected = try table.selected(by: condition)
            guard selected == matched else {
                let fragment = condition.sql(tableAlias: table.name, memberCount: { "(SELECT 3)" })
                Issue.record(
                    """
                    Seed \(seed), condition \(number): SQLite selects \(selected), the evaluator \(matched).
                    \(condition)
                    \(fragment.sql.prefix(2000))
                    """
                )
                return
            }
            #expect(
                table.matched(by: condition.simplified) == matched,
                "seed \(seed), condition \(number)"
            )
        }
        #expect(interesting > 80, "Too few conditions tell records apart to prove anything.")
    }
}
