package io.graphkernel.runtime.endtoend;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** Loads a class of kernels and its stub from a copy, with resources of the copy only. */
final class OwnLoader extends URLClassLoader {
    private final String copied;

    OwnLoader(Path jar, Class<?> copied) throws IOException {
        super(new URL[] {jar.toUri().toURL()}, OwnLoader.class.getClassLoader());
        this.copied = copied.getName();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null && name.startsWith(copied)) {
                loaded = findClass(name);
            }
            return loaded != null ? loaded : super.loadClass(name, resolve);
        }
    }

    @Override
    public URL getResource(String name) {
        return name.startsWith("META-INF/graphkernel/") ? findResource(name) : super.getResource(name);
    }

    @Override
    public InputStream getResourceAsStream(String name) {
        try {
            URL resource = getResource(name);
            return resource == null ? null : resource.openStream();
        } catch (IOException e) {
            return null;
        }
    }
}
