package io.graphkernel.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/** Where the operating system wants the caches of a user. */
public final class UserCache {
    private static final String NAME = "graphkernel";

    private final Map<String, String> environment;
    private final Properties properties;

    UserCache(Map<String, String> environment, Properties properties) {
        this.environment = environment;
        this.properties = properties;
    }

    /** By the environment and the properties of this process. */
    public static UserCache current() {
        return new UserCache(System.getenv(), System.getProperties());
    }

    /**
     * The directory of GraphKernel in the current user's cache directory; in the directory of temporary files, named by the user's
     * number, if there is no home directory to write to, as in a container whose user has no name. It need not be there.
     *
     * @throws IOException if the system does not tell the user's number
     */
    public Path directory() throws IOException {
        Path wanted = wanted();
        return wanted != null ? wanted : temporary();
    }

    /** Whether {@link #directory} is among the temporary files. */
    public boolean isTemporary() {
        return wanted() == null;
    }

    /**
     * The directory among the temporary files.
     *
     * @throws IOException as {@link #directory}
     */
    public Path temporary() throws IOException {
        Path files = Path.of(properties.getProperty("java.io.tmpdir")).toAbsolutePath();
        return PathCheck.applies(files)
                ? files.resolve(NAME + "-" + Integer.toUnsignedString(CurrentUser.id()))
                : files.resolve(NAME);
    }

    private Path wanted() {
        String system = properties.getProperty("os.name");
        if (system.startsWith("Windows")) {
            Path local = absolute(environment.get("LOCALAPPDATA"));
            return local != null ? local.resolve(NAME) : inHome("AppData", "Local", NAME);
        }
        if (system.startsWith("Mac")) {
            return inHome("Library", "Caches", NAME);
        }
        Path cache = absolute(environment.get("XDG_CACHE_HOME"));
        return cache != null ? cache.resolve(NAME) : inHome(".cache", NAME);
    }

    /** Null if the home directory is none, or nothing can be made there. */
    private Path inHome(String... names) {
        Path home = absolute(properties.getProperty("user.home"));
        if (home == null || home.getNameCount() == 0 || !Files.isDirectory(home)) {
            return null;
        }
        Path there = home;
        Path wanted = home;
        for (String name : names) {
            wanted = wanted.resolve(name);
            there = Files.isDirectory(wanted) ? wanted : there;
        }
        return there.equals(wanted) || Files.isWritable(there) ? wanted : null;
    }

    private static Path absolute(String name) {
        Path path = name == null || name.isBlank() ? null : Path.of(name);
        return path != null && path.isAbsolute() ? path : null;
    }
}
