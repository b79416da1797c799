package io.graphkernel.doctor;

import io.graphkernel.abi.PlatformNames;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.DeviceReport;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.exception.GraphKernelException;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The command. {@code doctor} prints what this machine offers to kernels and the outcome of a self-test on each device; the
 * exit status is 0 if the device works that {@code graphkernel.device} or {@code GRAPHKERNEL_DEVICE} demands, or without a
 * demand the host; else 1. {@code measure} prints from how many bytes on results should bypass the caches; the exit status
 * is 0 if two measurements agree, else 1. It is 2 for arguments that the command does not know; {@code --help} says all this.
 */
public final class Doctor {
    static final String OK = "ok";

    private static final String USAGE = "usage: java -jar graphkernel-doctor-<version>.jar [doctor|measure]";
    private static final String HELP = USAGE + """


            doctor   what this machine offers to kernels, and a self-test on each device; the default.
                     Status 0 if the device works that graphkernel.device or GRAPHKERNEL_DEVICE asks for, else the host
            measure  copies blocks of memory of growing size, twice, and prints from how many bytes on results should
                     bypass the caches: what to set graphkernel.llc or GRAPHKERNEL_LLC to.
                     Status 0 if both measurements agree
            --help   this text""";
    private static final String PROPERTY = "graphkernel.device";
    private static final String VARIABLE = "GRAPHKERNEL_DEVICE";
    private static final String HOST = "cpu";
    private static final String JVM = "jvm";

    private final PrintStream out;
    /** What became of each device: {@link #OK} or the reason. */
    private final Map<String, String> outcomes = new LinkedHashMap<>();

    private Doctor(PrintStream out) {
        this.out = out;
    }

    /**
     * Runs the command.
     *
     * @param arguments nothing, {@code doctor}, {@code measure} or {@code --help}
     */
    public static void main(String[] arguments) {
        Doctor doctor = new Doctor(System.out);
        String command = arguments.length == 0 ? "doctor" : String.join(" ", arguments);
        System.exit(
                switch (command) {
                    case "doctor" -> doctor.examine() ? 0 : 1;
                    case "measure" -> doctor.measure() ? 0 : 1;
                    case "--help", "-h", "help" -> {
                        System.out.println(HELP);
                        yield 0;
                    }
                    default -> {
                        System.err.println(USAGE + ", not '" + command + "'");
                        yield 2;
                    }
                });
    }

    private boolean measure() {
        try {
            StreamingMeasurement measurement = StreamingMeasurement.make(KernelThreads.count());
            out.println("The time of copies that bypass the caches, as a part of the time of others, measured twice:");
            measurement.facts().forEach(this::line);
            out.println();
            line("last-level cache", measurement.advice());
            return measurement.isDecided();
        } catch (GraphKernelException e) {
            line("last-level cache", "not measured: " + Reason.of(e));
            return false;
        }
    }

    private boolean examine() {
        out.println("GraphKernel " + Doctor.class.getPackage().getImplementationVersion());
        HostReport.facts().forEach(this::line);
        out.println();
        out.println("A self-test on each device:");
        tryDevice(HOST, PlatformNames.current());
        tryDevice(JVM, System.getProperty("java.vm.name"));
        for (DeviceReport report : Device.available()) {
            if (!report.isUsable()) {
                line(report.name(), "not usable: " + report.description());
            } else if (!report.device().isHost()) {
                tryDevice(report.name(), report.description());
            }
        }
        out.println();
        return demanded();
    }

    private void tryDevice(String device, String description) {
        String outcome = Trial.run(device);
        outcomes.put(device, outcome);
        line(device, description + ": " + outcome);
    }

    /** Whether the device works on which an unchanged program runs. */
    private boolean demanded() {
        String setting = System.getProperty(PROPERTY, System.getenv(VARIABLE));
        String demand = setting == null || setting.isBlank() ? "" : setting.strip();
        String asked =
                demand.isEmpty() ? "as no setting names another" : "as " + PROPERTY + " or " + VARIABLE + " asks";
        try {
            Device chosen = Device.defaultDevice();
            String device = demand.equals(JVM) ? JVM : chosen.isHost() ? HOST : chosen.toString();
            String outcome = outcomes.get(device);
            line("default device", device + ", " + asked + ": " + outcome);
            return OK.equals(outcome);
        } catch (GraphKernelException e) {
            line("default device", demand + ", " + asked + ": " + Reason.of(e));
            return false;
        }
    }

    private void line(String name, String text) {
        out.printf("%-18s %s%n", name, text);
    }
}
