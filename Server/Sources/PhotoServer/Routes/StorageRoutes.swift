import Hummingbird
import OpenPhotoKit

/// Where the files of the library are: in folders that they stay in, in remotes, and in the library's own folder.
struct StorageRoutes {
    func addRoutes(to table: inout RouteTable) {
        table.addRoute(.get, at: "/api/sources", for: .owner, answer: sendSources)
        table.addRoute(.get, at: "/api/remotes", for: .owner, answer: sendRemotes)
    }

    private func sendSources(_ call: Call) async throws -> Response {
        let library = call.client.library.library
        let sources = try await call.client.library.read {
            try library.sources().map(SourceModel.init)
        }
        return JSONAnswer.ok(sources)
    }

    private func sendRemotes(_ call: Call) async throws -> Response {
        let library = call.client.library.library
        let model = try await call.client.library.read { () -> RemotesModel in
            let remotes = try library.remotes().map { remote in
                RemoteModel(remote, status: try library.status(of: remote))
            }
            let space = SpaceModel(use: try library.spaceUse(), rule: try library.spaceRule())
            return RemotesModel(remotes: remotes, space: space)
        }
        return JSONAnswer.ok(model)
    }
}
