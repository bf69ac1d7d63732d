import GRDB
import GRDBSQLite

/// The SQL functions for texts, added through SQLite's own interface.
///
/// GRDB passes a text only up to its first zero byte.
enum TextFunctions {
    /// Adds `photokit_text`, `photokit_words` and `photokit_fold`.
    ///
    /// If that fails, the first statement that uses them reports the error.
    static func add(to connection: OpaquePointer) {
        // `photokit_text(operator, options, left, right)` compares texts as records in memory are compared.
        addFunction("photokit_text", argumentCount: 4, to: connection) { context, _, values in
            guard let values = unsafe values,
                let operation = Condition.Operator(
                    rawValue: unsafe sqlite3_value_int64(values[0])
                )
            else { return unsafe sqlite3_result_null(context) }
            let holds = unsafe operation.holds(
                between: TextFunctions.text(values[2]),
                and: TextFunctions.text(values[3]),
                options: Condition.TextOptions(rawValue: sqlite3_value_int64(values[1]))
            )
            unsafe sqlite3_result_int(context, holds ? 1 : 0)
        }
        // `photokit_words(pattern, isList, text)` returns whether a text, or a text of a list, has a pattern of words.
        addFunction("photokit_words", argumentCount: 3, to: connection) { context, _, values in
            guard let values = unsafe values,
                let pattern = unsafe TextFunctions.text(values[0]).text.flatMap(WordPatterns.shared)
            else { return unsafe sqlite3_result_int(context, 0) }
            let text = unsafe TextFunctions.text(values[2]).text
            let isList = unsafe sqlite3_value_int64(values[1]) != 0
            let matches = text.map { pattern.matches($0, isList: isList) } ?? false
            unsafe sqlite3_result_int(context, matches ? 1 : 0)
        }
        // `photokit_fold(options, text)` returns the text without the differences that the options ignore.
        addFunction("photokit_fold", argumentCount: 2, to: connection) { context, _, values in
            guard let values = unsafe values, let text = unsafe TextFunctions.text(values[1]).text
            else { return unsafe sqlite3_result_null(context) }
            let options = Condition.TextOptions(rawValue: unsafe sqlite3_value_int64(values[0]))
            var folded = options.folded(text)
            folded.withUTF8 { bytes in
                // An empty text needs an address, too. Without one, SQLite would return null.
                unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
                    unsafe sqlite3_result_text(
                        context,
                        bytes.baseAddress ?? UnsafePointer(bitPattern: 1),
                        CInt(bytes.count),
                        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
                    )
                }
            }
        }
    }

    private typealias Body =
        @convention(c) (
            OpaquePointer?, CInt, UnsafeMutablePointer<OpaquePointer?>?
        ) -> Void

    private static func addFunction(
        _ name: String,
        argumentCount: CInt,
        to connection: OpaquePointer,
        body: Body
    ) {
        unsafe sqlite3_create_function_v2(
            connection,
            name,
            argumentCount,
            SQLITE_UTF8 | SQLITE_DETERMINISTIC,
            nil,
            body,
            nil,
            nil,
            nil
        )
    }

    private static func text(_ value: OpaquePointer?) -> FieldValue {
        guard unsafe sqlite3_value_type(value) == SQLITE_TEXT,
            let start = unsafe sqlite3_value_text(value)
        else { return .null }
        let bytes = unsafe UnsafeBufferPointer(
            start: start,
            count: Int(sqlite3_value_bytes(value))
        )
        return .text(unsafe String(decoding: bytes, as: UTF8.self))
    }
}
