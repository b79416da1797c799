package io.graphkernel.common.failure;

import io.graphkernel.common.failure.FailureCause.Kind;
import java.net.URL;
import java.security.CodeSource;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Causes of class loading and native library failures. */
final class LinkFailures {
    private static final String ONE_VERSION =
            "take one version of it: mvn dependency:tree -Dverbose shows the origin of each version";

    private static final Pattern OLD_LIBRARY = Pattern.compile("version [`'\"]?((GLIBC|GLIBCXX|CXXABI)_[0-9.]+)");
    private static final Pattern NEEDED = Pattern.compile("([^\\s:/]+): cannot open shared object file");
    private static final Pattern NEEDED_BY_MUSL = Pattern.compile("Error loading shared library ([^\\s:]+)");
    private static final Pattern FIRST_FAILURE =
            Pattern.compile("^Exception ([\\w.$]+): (.*) \\[in thread", Pattern.DOTALL);
    private static final String NOT_INITIALIZED = "Could not initialize class ";
    private static final Pattern CLASS = Pattern.compile("([A-Za-z_$][\\w$]*(?:[./][A-Za-z_$][\\w$]*)+)");

    private LinkFailures() {}

    static FailureCause of(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        if (failure instanceof UnsatisfiedLinkError) {
            return ofLibrary(message);
        }
        if (failure instanceof UnsupportedClassVersionError) {
            return new FailureCause(
                    Kind.OLD_JAVA, "a class was compiled for a newer Java: " + message, "run it with a newer Java");
        }
        if (failure instanceof ExceptionInInitializerError) {
            return ofInitializer(message);
        }
        if (message.startsWith(NOT_INITIALIZED)) {
            return new FailureCause(
                    Kind.OTHER,
                    "the class " + message.substring(NOT_INITIALIZED.length()) + " has failed before",
                    "inspect its first failure");
        }
        boolean isMissing = failure instanceof NoClassDefFoundError || failure instanceof ClassNotFoundException;
        if (isMissing && failure.getMessage() != null) {
            return new FailureCause(
                    Kind.MISSING_CLASS,
                    "the class " + message.replace('/', '.') + " is not on the class path",
                    "add the dependency that has it");
        }
        if (failure instanceof IncompatibleClassChangeError
                || failure instanceof ClassFormatError
                || failure instanceof VerifyError) {
            return new FailureCause(
                    Kind.WRONG_VERSION,
                    jarOf(message) + " is of another version than what calls it: "
                            + failure.getClass().getSimpleName() + " " + message,
                    ONE_VERSION);
        }
        if (failure instanceof IllegalCallerException) {
            return new FailureCause(
                    Kind.NO_NATIVE_ACCESS,
                    "Java does not let a module call native code: " + message,
                    "run java with --enable-native-access for the module that the message names");
        }
        if (failure instanceof OutOfMemoryError) {
            return new FailureCause(Kind.MEMORY, "out of memory: " + message, "give the process more memory");
        }
        if (failure instanceof StackOverflowError) {
            return new FailureCause(
                    Kind.MEMORY, "the stack of the thread is full", "call it from a thread with a larger stack");
        }
        return null;
    }

    /** Returns the jar of the first existing class in a message. */
    private static String jarOf(String message) {
        Matcher names = CLASS.matcher(message);
        while (names.find()) {
            String name = names.group(1).replace('/', '.');
            Optional<String> jar = jar(name).or(() -> jar(name.replaceFirst("\\.[^.]*$", "")));
            if (jar.isPresent()) {
                return jar.get();
            }
        }
        return "a library on the class path";
    }

    private static Optional<String> jar(String className) {
        if (className.startsWith("java.")) {
            return Optional.empty();
        }
        try {
            ClassLoader loader = LinkFailures.class.getClassLoader();
            CodeSource source = Class.forName(className, false, loader)
                    .getProtectionDomain()
                    .getCodeSource();
            URL location = source == null ? null : source.getLocation();
            return Optional.ofNullable(location)
                    .map(URL::getPath)
                    .map(path -> path.replaceFirst(".*/(?=[^/]+/?$)", ""));
        } catch (ClassNotFoundException | LinkageError | SecurityException e) {
            return Optional.empty();
        }
    }

    /** Later failures of an initializer have the first one as their message. */
    private static FailureCause ofInitializer(String message) {
        Matcher first = FIRST_FAILURE.matcher(message);
        if (!first.find()) {
            return null;
        }
        return switch (first.group(1)) {
            case "java.lang.UnsatisfiedLinkError" -> ofLibrary(first.group(2));
            case "java.lang.NoClassDefFoundError" -> of(new NoClassDefFoundError(first.group(2)));
            case "java.lang.NoSuchMethodError" -> of(new NoSuchMethodError(first.group(2)));
            case "java.lang.IllegalCallerException" -> of(new IllegalCallerException(first.group(2)));
            default ->
                new FailureCause(
                        Kind.OTHER, first.group(1) + ": " + first.group(2), "inspect the first failure of the class");
        };
    }

    private static FailureCause ofLibrary(String message) {
        String line = message.lines().findFirst().orElse("");
        String lower = line.toLowerCase(Locale.ROOT);
        Matcher old = OLD_LIBRARY.matcher(line);
        if (old.find()) {
            return new FailureCause(
                    Kind.OLD_SYSTEM,
                    "this system has no " + old.group(1) + ", which it needs",
                    "run on a system with a newer C library, such as a container of a newer distribution");
        }
        if (lower.contains("ld-linux") || lower.contains("error relocating")) {
            return new FailureCause(
                    Kind.OTHER_PLATFORM,
                    "this system has another C library than glibc: " + line,
                    "run on a system with glibc, such as an image of Debian in place of Alpine");
        }
        if (containsAny(
                lower,
                "wrong elf class",
                "invalid elf header",
                "exec format error",
                "architecture",
                "not a mach-o",
                "not a valid win32",
                "file too short",
                "e_machine")) {
            return new FailureCause(
                    Kind.OTHER_PLATFORM,
                    "it is not a library for " + System.getProperty("os.name") + " on " + System.getProperty("os.arch")
                            + ": " + line,
                    "take the library for this platform");
        }
        if (containsAny(lower, "failed to map segment", "operation not permitted", "noexec")) {
            return new FailureCause(
                    Kind.NO_EXECUTION,
                    "code cannot be run from its directory, as where a disk is mounted noexec: " + line,
                    "mount it without noexec");
        }
        if (lower.contains("undefined symbol") || lower.contains("symbol not found")) {
            return new FailureCause(
                    Kind.WRONG_VERSION, "a library that it needs is of another version: " + line, ONE_VERSION);
        }
        Matcher needed = NEEDED.matcher(line);
        Matcher neededByMusl = NEEDED_BY_MUSL.matcher(line);
        String library = needed.find() ? needed.group(1) : neededByMusl.find() ? neededByMusl.group(1) : null;
        if (library != null) {
            return new FailureCause(
                    Kind.MISSING_LIBRARY,
                    "the library " + library + " is not on this system",
                    "install the package that has " + library);
        }
        if (containsAny(lower, "in java.library.path", "can't load library", "dependent libraries", "can't find")) {
            return new FailureCause(
                    Kind.MISSING_LIBRARY, "the library is not there: " + line, "add the jar or package that has it");
        }
        return new FailureCause(
                Kind.OTHER, "the dynamic linker reports: " + line, "inspect the report of the dynamic linker");
    }

    private static boolean containsAny(String text, String... substrings) {
        for (String substring : substrings) {
            if (text.contains(substring)) {
                return true;
            }
        }
        return false;
    }
}
