package io.graphkernel.runtime.sequence;

/** A program that does not come to an end. */
final class SleepingProgram {
    private SleepingProgram() {}

    public static void main(String[] arguments) throws InterruptedException {
        sleepForEver();
    }

    private static void sleepForEver() throws InterruptedException {
        System.out.println("asleep");
        Thread.sleep(Long.MAX_VALUE);
    }
}
