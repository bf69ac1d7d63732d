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
        TextFunctions.add(to: connection)
        unsafe photos_sqlite_add_lists(UnsafeMutableRawPointer(connection))
    }
}

private let conditionFunctions = [
    identifierFunction, blobFunction, realFunction,
]

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
    String.fromDatabaseValue(values[0]).flatMap(Hexadecimal.bytes).map { Data($0) }
}

/// `photokit_real(bits)`: the real number of the same bits as the integer.
private let realFunction = DatabaseFunction("photokit_real", argumentCount: 1, pure: true) {
    values in
    Int64.fromDatabaseValue(values[0]).map { Double(bitPattern: UInt64(bitPattern: $0)) }
}
