import CPhotosSQLite
import Foundation
package import GRDB

/// Adds the SQL functions and tables that the SQL of conditions names.
///
/// Every connection that runs such SQL needs them.
package func registerConditionFunctions(in database: Database) {
    for function in conditionFunctions { database.add(function: function) }
    // A connection that could not be given the tables says so at the first statement that names them.
    if let connection = database.sqliteConnection {
        unsafe photos_sqlite_add_lists(UnsafeMutableRawPointer(connection))
    }
}

private let conditionFunctions = [
    textFunction, foldFunction, identifierFunction, blobFunction, realFunction,
]

/// `photokit_text(operator, options, left, right)`: the evaluator's comparison of texts.
private let textFunction = DatabaseFunction("photokit_text", argumentCount: 4, pure: true) {
    values in
    guard let number = Int64.fromDatabaseValue(values[0]),
        let operation = Condition.Operator(rawValue: number),
        let options = Int64.fromDatabaseValue(values[1])
    else { return nil }
    return operation.holds(
        text(values[2]),
        text(values[3]),
        Condition.TextOptions(rawValue: options)
    )
}

/// `photokit_fold(options, text)`: the text without the differences that the options overlook.
private let foldFunction = DatabaseFunction("photokit_fold", argumentCount: 2, pure: true) {
    values in
    guard let options = Int64.fromDatabaseValue(values[0]), let text = text(values[1]).text
    else { return nil }
    return Condition.TextOptions(rawValue: options).folded(text)
}

/// `photokit_identifier(uuid, kind)`: the identifier that applications know.
private let identifierFunction = DatabaseFunction(
    "photokit_identifier",
    argumentCount: 2,
    pure: true
) { values in
    guard case .blob(let uuid) = values[0].storage,
        let kind = UInt8.fromDatabaseValue(values[1]).flatMap(ObjectKind.init)
    else { return nil }
    return Condition.Expression.identifier(.blob(Array(uuid)), kind).text
}

/// `photokit_blob(digits)`: the bytes of hexadecimal digits.
private let blobFunction = DatabaseFunction("photokit_blob", argumentCount: 1, pure: true) {
    values in
    text(values[0]).text.flatMap(Hexadecimal.bytes).map { Data($0) }
}

/// `photokit_real(bits)`: the real number of the same bits as the integer.
private let realFunction = DatabaseFunction("photokit_real", argumentCount: 1, pure: true) {
    values in
    Int64.fromDatabaseValue(values[0]).map { Double(bitPattern: UInt64(bitPattern: $0)) }
}

private func text(_ value: DatabaseValue) -> FieldValue {
    if case .string(let text) = value.storage { .text(text) } else { .null }
}
