package io.graphkernel.common.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/** Location of a user's caches according to the operating system. */
public final class UserCache {
    private static final String NAME = "graphkernel";

    private final Map<String, String> environment;
    private final Properties properties;

    UserCache(Map<String, String> environment, Properties properties) {
        this.environment = environment;
        this.properties = properties;
    }

    /** Returns the location for the environment and the properties of this process. */
    public static UserCache current() {
        return new UserCache(System.getenv(), System.getProperties());
    }

    /**
     * Returns the directory of GraphKernel in the current user's cache directory, which need not exist. Without a
     * writable home directory, as in a container whose user has no name, it is among the temporary files and named by
     * the user id.
     *
     * @throws IOException if the system does not provide the user id
     */
    public Path directory() throws IOException {
        Path wanted = wanted();
        return wanted != null ? wanted : temporary();
    }

    /** Returns true if {@link #directory} is among the temporary files. */
    public boolean isTemporary() {
        return wanted() == null;
    }

    /**
     * Returns the directory among the temporary files.
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

    /** Returns null if the home directory is missing or not writable. */
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
