package editor;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/** Starts Eclipse without windows in a directory, and in it a {@link Session}. */
public final class Eclipse {

    private static final String CLASS = "/editor/Session.class";

    private Eclipse() {}

    /**
     * Arguments: the directory, that of Eclipse's bundles, and what the session takes.
     */
    public static void main(String[] arguments) {
        int status = 0;
        try {
            run(Path.of(arguments[0]), Path.of(arguments[1]), List.of(arguments).subList(2, arguments.length));
        } catch (Exception e) {
            e.printStackTrace();
            status = 1;
        }
        // Threads of Eclipse go on.
        System.exit(status);
    }

    private static void run(Path directory, Path bundles, List<String> arguments) throws Exception {
        Files.createDirectories(directory);
        Framework framework = ServiceLoader.load(FrameworkFactory.class)
                .iterator()
                .next()
                .newFramework(Map.of(
                        "org.osgi.framework.storage", directory.resolve("configuration").toString(),
                        "osgi.instance.area", directory.resolve("workspace").toUri().toString(),
                        "osgi.install.area", directory.toUri().toString(),
                        // As Eclipse's launcher has it: the JDK's own classes are visible to all.
                        "osgi.compatibility.bootdelegation", "true",
                        "org.osgi.framework.bundle.parent", "ext",
                        "org.osgi.framework.bootdelegation", "javax.annotation.processing,javax.lang.model.*,javax.tools"));
        framework.start();
        BundleContext context = framework.getBundleContext();
        // Eclipse requires a bundle of Ant, which is not called.
        install(context, jar(directory.resolve("ant.jar"), "org.apache.ant", "1.10", ""));
        List<Bundle> installed = new ArrayList<>();
        for (Path bundle : bundlesIn(bundles)) {
            installed.add(install(context, bundle));
        }
        // Felix first: it starts the services of the others.
        installed.sort(Comparator.comparing(bundle -> !bundle.getSymbolicName().startsWith("org.apache.felix")));
        for (Bundle bundle : installed) {
            bundle.start(Bundle.START_ACTIVATION_POLICY);
        }
        Bundle session = install(
                context,
                jar(
                        directory.resolve("session.jar"),
                        "session",
                        "1.0",
                        "org.eclipse.core.runtime,org.eclipse.core.resources,org.eclipse.jdt.core,org.eclipse.jdt.apt.core,"
                                + "org.eclipse.jdt.apt.pluggable.core"));
        session.loadClass("editor.Session")
                .getMethod("run", String[].class)
                .invoke(null, (Object) arguments.toArray(String[]::new));
    }

    private static List<Path> bundlesIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            // The framework itself is on the class path; no bundle requires the others.
            return files.filter(file -> !file.getFileName()
                            .toString()
                            .matches("(org\\.eclipse\\.osgi-|ant|osgi\\.annotation|animal-sniffer).*"))
                    .sorted()
                    .toList();
        }
    }

    private static Bundle install(BundleContext context, Path jar) throws Exception {
        return context.installBundle("reference:" + jar.toUri());
    }

    private static Path jar(Path file, String name, String version, String required) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue(Constants.BUNDLE_MANIFESTVERSION, "2");
        attributes.putValue(Constants.BUNDLE_SYMBOLICNAME, name);
        attributes.putValue(Constants.BUNDLE_VERSION, version);
        if (!required.isEmpty()) {
            attributes.putValue(Constants.REQUIRE_BUNDLE, required);
        }
        try (OutputStream output = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(output, manifest)) {
            if (!required.isEmpty()) {
                for (String classFile : List.of(CLASS, CLASS.replace(".class", "$Problems.class"))) {
                    jar.putNextEntry(new JarEntry(classFile.substring(1)));
                    jar.write(Eclipse.class.getResourceAsStream(classFile).readAllBytes());
                }
            }
        }
        return file;
    }
}
