import CPhotosSQLite
import Foundation
package import GRDB
import PhotosBase
import PhotosSearch

/// Adds the SQL functions and tables that the SQL of conditions uses.
///
/// Every connection that runs such SQL needs them.
package func registerConditionFunctions(
    in database: Database,
    _ places: (any PlaceNaming)? = nil
) {
    for function in conditionFunctions { database.add(function: function) }
    database.add(function: placeFunction(places))
    // If adding the tables fails, the first statement that uses them reports the error.
    if let connection = database.sqliteConnection {
        TextFunctions.add(to: connection)
        unsafe photos_sqlite_add_lists(UnsafeMutableRawPointer(connection))
    }
}

private let conditionFunctions = [
    identifierFunction, blobFunction, realFunction, distanceFunction, daysFunction,
]

/// Returns the SQL function `photokit_place(latitude, longitude)`, which returns the names of the nearest place as a list.
private func placeFunction(_ places: (any PlaceNaming)?) -> DatabaseFunction {
    DatabaseFunction("photokit_place", argumentCount: 2) { values in
        placePoint(latitude: values[0], longitude: values[1]).flatMap { places?.names(near: $0) }
            .map(Keywords.list)
    }
}

/// The SQL function `photokit_distance(latitude, longitude, latitude, longitude)`, which returns metres.
private let distanceFunction = DatabaseFunction(
    "photokit_distance",
    argumentCount: 4,
    pure: true
) { values in
    guard let first = placePoint(latitude: values[0], longitude: values[1]),
        let second = placePoint(latitude: values[2], longitude: values[3])
    else {
        return nil
    }
    return first.distance(to: second)
}

/// The SQL function `photokit_days(date, count, first, last, weekday)`, which returns whether a date on the camera's clock is
/// one of some days of each year (``SearchDays``).
private let daysFunction = DatabaseFunction("photokit_days", argumentCount: 5, pure: true) {
    values in
    guard let date = Double.fromDatabaseValue(values[0]),
        let count = Int64.fromDatabaseValue(values[1]).flatMap(SearchDays.Count.init),
        let first = Int.fromDatabaseValue(values[2]), let last = Int.fromDatabaseValue(values[3]),
        let weekday = Int.fromDatabaseValue(values[4])
    else { return nil }
    let days = SearchDays(count, first, last, weekday: weekday < 0 ? nil : weekday)
    return days.contains(localDate: date)
}

private func placePoint(latitude: DatabaseValue, longitude: DatabaseValue) -> PlacePoint? {
    guard let latitude = Double.fromDatabaseValue(latitude),
        let longitude = Double.fromDatabaseValue(longitude)
    else { return nil }
    return PlacePoint(latitude, longitude)
}

/// The SQL function `photokit_identifier(uuid, kind)`, which returns the identifier that applications use.
private let identifierFunction = DatabaseFunction(
    "photokit_identifier",
    argumentCount: 2,
    pure: true
) { values in
    guard case .blob(let uuid) = values[0].storage,
        let kind = UInt8.fromDatabaseValue(values[1]).flatMap(ObjectKind.init)
    else { return nil }
    return Condition.Expression.identifier(.blob(Array(uuid)), kind: kind).text
}

/// The SQL function `photokit_blob(digits)`, which returns the bytes of hexadecimal digits.
private let blobFunction = DatabaseFunction("photokit_blob", argumentCount: 1, pure: true) {
    values in
    String.fromDatabaseValue(values[0]).flatMap { Hexadecimal.bytes(of: $0) }.map { Data($0) }
}

/// The SQL function `photokit_real(bits)`, which returns the real with the same bits as an integer.
private let realFunction = DatabaseFunction("photokit_real", argumentCount: 1, pure: true) {
    values in
    Int64.fromDatabaseValue(values[0]).map { Double(bitPattern: UInt64(bitPattern: $0)) }
}
