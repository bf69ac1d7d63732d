import CPhotosSQLite
import Foundation
package import GRDB

/// Adds the SQL functions and tables that the SQL of conditions uses.
///
/// Every connection that runs such SQL needs them.
package func registerConditionFunctions(in database: Database) {
    for function in conditionFunctions { database.add(function: function) }
    // If adding the tables fails, the first statement that uses them reports the error.
    if let connection = database.sqliteConnection {
        TextFunctions.add(to: connection)
        unsafe photos_sqlite_add_lists(UnsafeMutableRawPointer(connection))
    }
}

private let conditionFunctions = [
    identifierFunction, blobFunction, realFunction,
]

/// The SQL function `photokit_identifier(uuid, kind)`, which returns the identifier that applications use.
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

/// The SQL function `photokit_blob(digits)`, which returns the bytes of hexadecimal digits.
private let blobFunction = DatabaseFunction("photokit_blob", argumentCount: 1, pure: true) {
    values in
    String.fromDatabaseValue(values[0]).flatMap(Hexadecimal.bytes).map { Data($0) }
}

/// The SQL function `photokit_real(bits)`, which returns the real with the same bits as an integer.
private let realFunction = DatabaseFunction("photokit_real", argumentCount: 1, pure: true) {
    values in
    Int64.fromDatabaseValue(values[0]).map { Double(bitPattern: UInt64(bitPattern: $0)) }
}
