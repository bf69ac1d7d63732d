import Foundation
import PhotosMedia
import WorkerService

/// Starts `photokit-decoders` in place of this program.
///
/// Nearly all the time of its start goes to loading decoders, so this program, which has none, answers requests that
/// need no decoder.
enum DecoderProgram {
    /// Returns the reason why there is no program with decoders; nil if there is one.
    static func absence() -> String? {
        path() == nil ? "it is neither beside photokit-media nor in the path" : nil
    }

    /// Replaces this program, before it has read any file, and before it enters its sandbox.
    ///
    /// - Parameter arguments: The arguments of this program, which the other gets after the version that it must have.
    /// - Returns: Only if the program cannot be started: the reason.
    static func replaceThisProgram(_ arguments: [String]) -> String {
        guard let path = path() else {
            return absence() ?? ""
        }
        let texts = [path, WorkerProgram.versionOption, WorkerProgram.version] + arguments
        var pointers = texts.map { strdup($0) } + [nil]
        execv(path, &pointers)
        let reason = systemMessage(errno)
        for pointer in pointers { free(pointer) }
        return PlainText.line("\(path) does not start: \(reason)")
    }

    private static func path() -> String? {
        WorkerProgram.findDecoders(environment: ProcessInfo.processInfo.environment)
    }
}
