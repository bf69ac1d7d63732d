import Foundation
package import PhotosStore

extension EngineEnvironment {
    /// What libraries take that are opened through the API.
    ///
    /// - Parameter author: Stands beside the changes in the history; nil takes the name of the program.
    /// - Returns: The environment.
    package static func forPrograms(author: String? = nil) -> EngineEnvironment {
        var environment = EngineEnvironment()
        environment.examine = { try MediaExamination.shared.examine($0, $1) }
        environment.pictures = { try MediaExamination.shared.pictures($0, $1) }
        environment.decoders = { MediaExamination.shared.decoders() }
        environment.surroundings.memory = Surroundings.memory(ProcessInfo.processInfo.environment)
        if let author { environment.author = author }
        return environment
    }
}
