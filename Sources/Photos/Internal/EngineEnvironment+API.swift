import Foundation
import PhotosMedia
package import PhotosStore

extension EngineEnvironment {
    /// What libraries take that are opened through the API.
    ///
    /// - Parameters:
    ///   - author: Stands beside the changes in the history; nil takes the name of the program.
    ///   - client: On whose behalf the library is used.
    /// - Returns: The environment.
    package static func forPrograms(
        author: String? = nil,
        _ client: LibraryClient = .application(Authorization.application)
    ) -> EngineEnvironment {
        var environment = EngineEnvironment()
        environment.client = client
        environment.examine = { try MediaExamination.shared.examine($0, $1) }
        environment.readerProblem = { MediaExamination.shared.reader.problem(isFresh: $0) }
        environment.tellReaderProblem = { MediaExamination.shared.tell($0) }
        environment.pictures = { try MediaExamination.shared.pictures($0, $1) }
        environment.decoders = { MediaExamination.shared.decoders() }
        environment.volumeEnvironment.memory = VolumeEnvironment.memory(
            ProcessInfo.processInfo.environment
        )
        if let author { environment.author = author }
        return environment
    }
}
