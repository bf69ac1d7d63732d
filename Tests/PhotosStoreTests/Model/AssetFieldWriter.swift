import PhotosStore

/// Writes the Swift code that follows from ``AssetFieldTable``.
enum AssetFieldWriter {
    private static let head = """
        // GeneratedFieldsTests writes this file from AssetFieldTable. Edit the table.
        // swift-format-ignore-file


        """

    /// Returns one line for each row of the table.
    private static func lines(
        indentedBy spaces: Int,
        _ text: (AssetFieldRow) -> String
    ) -> String {
        let indentation = String(repeating: " ", count: spaces)
        return AssetFieldTable.rows.map { indentation + text($0) }.joined(separator: "\n")
    }

    /// The file with the fields, and what the table says about each.
    static var fields: String {
        head + """
            /// The fields of an asset.
            package enum AssetField: UInt8, RecordField {
            \(lines(indentedBy: 4) { "case \($0.name) = \($0.number)" })

                package var definition: FieldDefinition {
                    switch self {
            \(lines(indentedBy: 8) {
                "case .\($0.name): FieldDefinition(\"\($0.column)\", .\($0.storage))"
            })
                    }
                }

                /// Whether an export states the property, and when an import restores it.
                package var manifestUse: ManifestUse {
                    switch self {
            \(lines(indentedBy: 8) { "case .\($0.name): .\($0.manifest)" })
                    }
                }

                /// What undo does with the property.
                var undoRule: UndoRule {
                    switch self {
            \(lines(indentedBy: 8) { "case .\($0.name): .\($0.undo)" })
                    }
                }

                /// Whether predicates and sort descriptors may name the property.
                var isKey: Bool {
                    switch self {
            \(lines(indentedBy: 8) { "case .\($0.name): \($0.isKey)" })
                    }
                }
            }

            """
    }

    /// The file with the properties of an asset, and how they are read, written and compared.
    static var record: String {
        head + """
            package import Foundation
            package import PhotosMedia

            /// An asset of the library: a row of the table, or the content of a row at an earlier position in the log.
            package struct AssetRecord: Hashable, Sendable {
                package var rowID: Int64
            \(lines(indentedBy: 4) { "package var \($0.declaration)" })

                package init(rowID: Int64, uuid: UUID) {
                    self.rowID = rowID
                    self.uuid = uuid
                }
            }

            extension AssetRecord {
                package init(columns: inout ColumnReader) {
                    rowID = columns.integer() ?? 0
            \(lines(indentedBy: 8) { "\($0.name) = \($0.reading)" })
                }

                package subscript(field: AssetField) -> FieldValue {
                    get {
                        switch field {
            \(lines(indentedBy: 12) { "case .\($0.name): \($0.value)" })
                        }
                    }
                    set {
                        switch field {
            \(lines(indentedBy: 12) { "case .\($0.name): \($0.name) = \($0.newProperty)" })
                        }
                    }
                }

                /// Returns the fields in which two assets differ.
                ///
                /// The fields are compared one by one as Swift values. Wrapping each value in a ``FieldValue`` would cost time in
                /// every commit.
                package func differences(from other: AssetRecord) -> AssetFieldMask {
                    var mask: UInt64 = 0
            \(lines(indentedBy: 8) {
                "if \($0.difference) { mask |= AssetField.\($0.name).bit }"
            })
                    return AssetFieldMask(rawValue: mask)
                }
            }

            """
    }

    /// The row of the document of the format with the numbers of the fields.
    static var documentRow: String {
        let fields = AssetFieldTable.rows.map { "\($0.number) `\($0.column)`" }
        return "| asset | \(fields.joined(separator: ", ")) |"
    }
}

extension AssetFieldRow {
    /// The name of the property in the spelling of SQL.
    fileprivate var column: String {
        name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
    }

    fileprivate var storage: FieldStorage {
        switch content {
        case .date: .date
        case .flag: .flag
        case .smallNumber, .code: .code
        case .number, .optionalNumber: .number
        case .bits: .bits
        case .real, .requiredReal: .real
        case .text, .requiredText, .texts: .text
        case .identifier: .bytes
        }
    }

    /// The property with its type and its value in a blank asset.
    fileprivate var declaration: String {
        switch content {
        case .date: "\(name): Date?"
        case .flag: "\(name): Bool = false"
        case .number(let value): "\(name): Int = \(value)"
        case .smallNumber: "\(name): Int = 0"
        case .optionalNumber: "\(name): Int?"
        case .real: "\(name): Double?"
        case .requiredReal: "\(name): Double = 0"
        case .text: "\(name): String?"
        case .requiredText(let value): "\(name): String = \"\(value)\""
        case .texts: "\(name): [String] = []"
        case .code(let type, let number): "\(name) = \(type)(rawValue: \(number))"
        case .bits(let type): "\(name): \(type) = []"
        case .identifier: "\(name): UUID"
        }
    }

    /// The property as a column has it.
    fileprivate var reading: String {
        switch content {
        case .date: "columns.date()"
        case .flag: "columns.flag()"
        case .number, .smallNumber: "columns.count()"
        case .optionalNumber: "columns.number()"
        case .real: "columns.real()"
        case .requiredReal: "columns.real() ?? 0"
        case .text: "columns.text()"
        case .requiredText: "columns.text() ?? \"\""
        case .texts: "Keywords.read(columns.text())"
        case .code: "columns.code()"
        case .bits(let type): "\(type)(storedBits: columns.integer() ?? 0)"
        case .identifier: "columns.uuid() ?? .zero"
        }
    }

    /// The value for the column.
    fileprivate var value: String {
        switch content {
        case .date: "FieldValue(date: \(name))"
        case .flag: ".flag(\(name))"
        case .number, .smallNumber, .optionalNumber, .real, .requiredReal, .text, .requiredText:
            "FieldValue(\(name))"
        case .texts: "Keywords.stored(\(name))"
        case .code: "\(name).fieldValue"
        case .bits: ".integer(\(name).storedBits)"
        case .identifier: ".blob(\(name).bytes)"
        }
    }

    /// The property from a value.
    fileprivate var newProperty: String {
        switch content {
        case .date: "newValue.date"
        case .flag: "newValue.integer == 1"
        case .number, .smallNumber: "newValue.integer.map(Int.init) ?? 0"
        case .optionalNumber: "newValue.integer.map(Int.init)"
        case .real: "newValue.real"
        case .requiredReal: "newValue.real ?? 0"
        case .text: "newValue.text"
        case .requiredText: "newValue.text ?? \"\""
        case .texts: "Keywords.read(newValue.text)"
        case .code: "newValue.code()"
        case .bits(let type): "\(type)(storedBits: newValue.integer ?? 0)"
        case .identifier: "newValue.blob.flatMap { UUID(bytes: $0) } ?? \(name)"
        }
    }

    /// Whether the property differs from that of another asset; texts are compared by their bytes.
    fileprivate var difference: String {
        switch content {
        case .text, .requiredText, .texts: "!Self.isSame(\(name), as: other.\(name))"
        default: "\(name) != other.\(name)"
        }
    }
}
