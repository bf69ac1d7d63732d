import Foundation
import HTTPTypes
import Hummingbird
import OpenPhotoKit
import Photos
import ServeRules

/// An answer that refuses a request: its status, a word for programs, and a sentence for people.
struct Problem: Error, Sendable {
    let status: HTTPResponse.Status
    let code: String
    let message: String
    var headers: HTTPFields = [:]

    init(_ status: HTTPResponse.Status, _ code: String, _ message: String) {
        self.status = status
        self.code = code
        self.message = message
    }

    static let signedOut = Problem(.unauthorized, "signed-out", "Sign in first.")
    static let notFound = Problem(.notFound, "not-found", "There is nothing at this address.")
    static let noPhoto = Problem(.notFound, "not-found", "There is no such photo.")
    static let noView = Problem(.notFound, "no-view", "There is no such list of photos.")
    static let longSearch = Problem(
        .badRequest,
        "long-search",
        "A search has up to \(ViewKey.longestSearch) bytes. Write fewer words."
    )
    static let noAlbum = Problem(.notFound, "not-found", "There is no such album or folder.")
    static let codeElsewhere = Problem(
        .unauthorized,
        "code-elsewhere",
        "The code of an address counts in browsers of the account that runs the server. Type the code that the terminal shows."
    )
    static let noToken = Problem(
        .unauthorized,
        "no-token",
        "Changes of a session need the token that opening it gave. Sign in again."
    )
    static let readOnly = Problem(
        .forbidden,
        "read-only",
        "This session may look at photos, and change nothing."
    )
    static let ownerOnly = Problem(.forbidden, "owner-only", "Only the owner may do this.")
    static let locked = Problem(
        .forbidden,
        "locked",
        "Hidden photos are locked. Unlock them first."
    )
    static let gone = Problem(
        .gone,
        "gone",
        "This version of the list is no longer held. Ask for the list again."
    )

    static func badRequest(_ message: String) -> Problem {
        Problem(.badRequest, "bad-request", message)
    }

    static func tooMany(retryAfter seconds: Double) -> Problem {
        var problem = Problem(
            .tooManyRequests,
            "too-many",
            "Too many attempts. Wait \(Int(seconds.rounded(.up))) seconds."
        )
        problem.headers[.retryAfter] = String(Int(seconds.rounded(.up)))
        return problem
    }

    /// Translates any error; what is not known here says nothing about its cause to the client.
    init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as PHPhotosError: self.init(error)
        case let error as MadeMovieError: self = .refusedMovie(error)
        case let error as FetchSyntaxError:
            self.init(.badRequest, "bad-request", error.description)
        case is DecodingError:
            self.init(
                .badRequest,
                "bad-request",
                "The request's JSON has another form than expected."
            )
        case let error as any HTTPResponseError:
            self.init(error.status, "refused", error.status.reasonPhrase)
        default:
            self.init(.internalServerError, "internal", "The server could not do this.")
        }
    }

    /// The only translation of the library's errors to statuses.
    private init(_ error: PHPhotosError) {
        let (status, code): (HTTPResponse.Status, String) =
            switch (error.libraryProblem, error.code) {
            case (.offline, _), (.missing, _), (.moved, _): (.serviceUnavailable, "offline")
            case (.diskFull, _), (_, .notEnoughSpace): (.diskFull, "disk-full")
            case (.busy, _): (.serviceUnavailable, "busy")
            case (.readOnly, _), (.unsuitableFolder, _), (.newerFormat, _):
                (.forbidden, "read-only")
            case (_, .accessUserDenied), (_, .accessRestricted): (.forbidden, "no-access")
            case (_, .changeNotSupported): (.conflict, "changed-meanwhile")
            case (_, .invalidResource), (_, .requestNotSupportedForAsset):
                (.unprocessableContent, "unsuitable-file")
            case (_, .networkError), (_, .networkAccessRequired): (.badGateway, "remote-fails")
            case (_, .missingResource): (.notFound, "no-file")
            case (_, .persistentChangeTokenExpired): (.gone, "gone")
            default: (.internalServerError, "internal")
            }
        self.init(status, code, error.localizedDescription)
    }

    /// The answer as JSON.
    func response() -> Response {
        var headers = headers
        headers[.contentType] = JSONAnswer.contentType
        headers[.cacheControl] = "no-store"
        let body = JSONAnswer.bytes(ProblemModel(error: code, message: message))
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
    }
}

private struct ProblemModel: Encodable {
    let error: String
    let message: String
}

extension HTTPResponse.Status {
    /// The disk of the server is full.
    static let diskFull = HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
}
