package io.graphkernel.doctor;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.DeviceReport;
import io.graphkernel.runtime.exception.GraphKernelException;
import io.graphkernel.runtime.internal.loading.Platform;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The command: prints what this machine offers to kernels and the outcome of a self-test on each device. The exit status is
 * 0 if the device works that {@code graphkernel.device} or {@code GRAPHKERNEL_DEVICE} demands, or without a demand the
 * host; else 1; and 2 for arguments that it does not know.
 */
public final class Doctor {
    static final String OK = "ok";

    private static final String USAGE = "usage: java -jar graphkernel-doctor-<version>.jar [doctor]";
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
     * @param arguments nothing, or {@code doctor}
     */
    public static void main(String[] arguments) {
        boolean known = arguments.length == 0 || arguments.length == 1 && arguments[0].equals("doctor");
        if (!known) {
            System.err.println(USAGE);
            System.exit(2);
        }
        System.exit(new Doctor(System.out).examine() ? 0 : 1);
    }

    private boolean examine() {
        out.println("GraphKernel " + Doctor.class.getPackage().getImplementationVersion());
        HostReport.facts().forEach(this::line);
        out.println();
        out.println("A self-test on each device:");
        tryDevice(HOST, Platform.current());
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
