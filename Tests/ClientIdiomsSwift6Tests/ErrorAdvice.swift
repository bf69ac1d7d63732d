import Photos

/// What a program tells its user about an error, in each of the ways that programs find out.
enum ErrorAdvice {
    static func byPattern(_ error: Error) -> String {
        do {
            throw error
        } catch PHPhotosError.userCancelled {
            return "cancelled"
        } catch PHPhotosError.persistentChangeTokenExpired {
            return "scan again"
        } catch let error as PHPhotosError where error.code == .notEnoughSpace {
            return "make room"
        } catch let error as PHPhotosError {
            return "photos \(error.code.rawValue)"
        } catch {
            return "other"
        }
    }

    static func bySwitch(_ error: Error?) -> String {
        switch error {
        case let error as PHPhotosError where error.code == .userCancelled: return "cancelled"
        case let error as PHPhotosError: return code(error.code)
        case .some: return "other"
        case .none: return "fine"
        }
    }

    static func byNumber(_ error: Error) -> String {
        let error = error as NSError
        guard error.domain == PHPhotosErrorDomain else { return "other" }
        switch PHPhotosError.Code(rawValue: error.code) {
        case .userCancelled?: return "cancelled"
        case .accessUserDenied?, .accessRestricted?: return "ask for access"
        default: return "photos \(error.code)"
        }
    }

    private static func code(_ code: PHPhotosError.Code) -> String {
        switch code {
        case .networkAccessRequired, .networkError: return "connect"
        case .invalidResource, .missingResource: return "bad file"
        case .changeNotSupported: return "not allowed"
        default: return "photos \(code.rawValue)"
        }
    }
}
