import Foundation
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// What the SQL of conditions looks like, and what SQLite makes of it.
@Suite(.permit) struct ConditionSQLTests {
    private func sql(_ condition: Condition) -> SQLFragment {
        condition.sql(tableAlias: "a", memberCount: { "(SELECT 3)" })
    }

    private func sql(_ format: String, _ arguments: Any?...) throws -> SQLFragment {
        let predicate = try ParsedPredicate(format: format, arguments: arguments)
        return sql(try predicate.resolve(for: .asset, format: format))
    }

    @Test
    func `values are bound and never part of the text`() throws {
        let fragment = try sql("burstIdentifier == %@ AND duration > 30", "x' OR 1")
        #expect(fragment.sql == "a.burst_identifier = ? AND a.duration > ?")
        #expect(fragment.values == [.text("x' OR 1"), .real(30)])
    }

    @Test
    func `negation cannot let an unknown answer through`() throws {
        #expect(try sql("NOT duration > 3").sql == "(a.duration > ?) IS NOT TRUE")
        #expect(try sql("burstIdentifier != 'a'").sql == "a.burst_identifier IS NOT ?")
        #expect(try sql("creationDate == nil").sql == "a.creation_date IS NULL")
        #expect(try sql("creationDate < nil OR isHidden == 1").sql == "FALSE OR a.is_hidden = ?")
    }

    @Test
    func `identifiers become blobs that an index finds`() throws {
        let uuid = SampleGenerator.uuidPool[0]
        let identifier = LocalIdentifier(uuid: uuid, kind: .asset).description
        #expect(
            try sql("localIdentifier == %@", identifier)
                == SQLFragment("a.uuid = ?", [.blob(uuid.bytes)])
        )
        #expect(try sql("localIdentifier == %@", uuid.uuidString) == SQLFragment("FALSE"))
        let album = LocalIdentifier(uuid: uuid, kind: .album).description
        #expect(try sql("SELF IN %@", [album]) == SQLFragment("FALSE"))
        let many = (0..<2000).map { _ in LocalIdentifier(uuid: UUID(), kind: .asset).description }
        let large = try sql("localIdentifier IN %@", many)
        #expect(large.sql == "a.uuid IN (SELECT value FROM photokit_uuids(?))")
        #expect(large.values.count == 1)
    }

    @Test
    func `indexes serve comparisons, sets and identifiers`() throws {
        var generator = SampleGenerator(seed: 1)
        let records = (Int64(1)...20).map {
            generator.record($0, AssetField.allCases.map(Field.asset))
        }
        let table = try ConditionTable(assets: records)
        let identifiers = (0..<600).map { _ in
            LocalIdentifier(uuid: UUID(), kind: .asset).description
        }
        for (format, arguments) in [
            ("localIdentifier IN %@", [identifiers]), ("localIdentifier == %@", [identifiers[0]]),
            ("localIdentifier IN %@", [Array(identifiers.prefix(3))]),
            ("creationDate >= 5 AND isHidden == 0", []),
            ("duration BETWEEN {1, 2}", []), ("mediaType IN {1, 2}", []),
        ] as [(String, [Any?])] {
            let condition = try ParsedPredicate(format: format, arguments: arguments)
                .resolve(for: .asset, format: format)
            let plan = try table.plan(of: condition)
            #expect(plan.contains("SEARCH") && !plan.contains("SCAN asset"), "\(format): \(plan)")
        }
    }

    @Test
    func `long and deep conditions stay within SQLite's limits`() throws {
        let table = try ConditionTable(assets: [
            SampleRecord(rowID: 1, values: [.asset(.rating): .integer(7)])
        ])
        let parts = (Int64(0)..<4_000).map {
            Condition.field(.asset(.rating), .equal, .integer($0))
        }
        #expect(try table.selected(by: .any(parts)) == [1])
        #expect(try table.selected(by: .all(parts.map { .not($0) })) == [])
        let sets = (Int64(0)..<100).map { start in
            Condition.not(
                .membership(
                    .field(.asset(.rating)),
                    ValueSet((0..<400).map { .integer(100 + start + $0) })
                )
            )
        }
        #expect(try table.selected(by: .all(sets)) == [1])
        var deep = Condition.field(.asset(.rating), .equal, .integer(7))
        for level in 0..<18 {
            let other = Condition.field(.asset(.rating), .equal, .integer(Int64(level)))
            deep = .not(.any([.all([.not(deep), .not(other)]), .constant(false)]))
        }
        #expect(try table.selected(by: deep) == table.matched(by: deep))
    }

    @Test
    func `a condition knows its fields`() throws {
        let asset = try ParsedPredicate(
            format: "SELF == 'x' OR (mediaSubtypes & 4 != 0 AND NOT duration IN {1})"
        )
        .resolve(for: .asset, format: "")
        #expect(asset.fields == [.asset(.mediaSubtypes), .asset(.duration)])
        #expect(!asset.usesAggregate)
        let album = try ParsedPredicate(
            format: "estimatedAssetCount > 3 AND localIdentifier LIKE 'A*'"
        )
        .resolve(for: .assetCollection, format: "")
        #expect(album.fields == [.memberCount, .collection(.uuid), .collection(.kind)])
        #expect(album.usesAggregate)
    }

    @Test(arguments: [
        "burstIdentifier LIKE[cd] %@", "burstIdentifier CONTAINS %@",
        "burstIdentifier BEGINSWITH[c] %@",
        "burstIdentifier == %@", "burstIdentifier ==[c] %@", "burstIdentifier > %@",
        "burstIdentifier IN[cd] {%@, 'none'}", "burstIdentifier MATCHES %@",
    ])
    func `texts do not end at a zero byte`(format: String) throws {
        let texts = ["a", "A\0b", "a\0b", "a\0", "\0", "a\0B", "b"]
        let records = texts.enumerated().map { number, text in
            var record = SampleRecord(rowID: Int64(number + 1))
            record.values[.asset(.burstIdentifier)] = .text(text)
            return record
        }
        let table = try ConditionTable(assets: records)
        for text in texts + ["a*", "a\0*", "a.b"] {
            let predicate = try ParsedPredicate(format: format, arguments: [text])
            let condition = try predicate.resolve(for: .asset, format: format)
            let expected = records.filter(condition.matches).map(\.rowID)
            #expect(
                Set(try table.selected(by: condition)) == Set(expected),
                "\(text.debugDescription)"
            )
        }
    }
}
