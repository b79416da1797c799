package io.graphkernel.conformance.damage;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Map;

/** Loads the classes of a package, and all resources, from bytes: each loader has kernel classes of its own. */
final class ResourceLoader extends ClassLoader {
    private final String prefix;
    private final Map<String, byte[]> resources;

    /**
     * A loader of some resources.
     *
     * @param prefix prefix of the names of its classes
     * @param resources resources by path
     */
    ResourceLoader(String prefix, Map<String, byte[]> resources) {
        super(ResourceLoader.class.getClassLoader());
        this.prefix = prefix;
        this.resources = resources;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(prefix)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : findClass(name);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] code = resources.get(name.replace('.', '/') + ".class");
        if (code == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, code, 0, code.length);
    }

    @Override
    public InputStream getResourceAsStream(String name) {
        byte[] content = resources.get(name);
        return content != null
                ? new ByteArrayInputStream(content)
                : name.startsWith("META-INF/graphkernel/") ? null : super.getResourceAsStream(name);
    }
}
