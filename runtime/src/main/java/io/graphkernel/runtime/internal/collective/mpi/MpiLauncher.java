package io.graphkernel.runtime.internal.collective.mpi;

import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.Map;

/**
 * Detection of the launcher of this process from its environment. The library of another MPI would ignore the launcher
 * and take the process for the only rank.
 */
final class MpiLauncher {
    static final String OPEN_MPI_SIZE = "OMPI_COMM_WORLD_SIZE";
    static final String MPICH_SIZE = "PMI_SIZE";
    private static final String SLURM_SIZE = "SLURM_STEP_NUM_TASKS";

    private MpiLauncher() {}

    /**
     * Checks that the library sees all ranks that were started.
     *
     * @param size number of ranks that it sees
     */
    static void requireAll(Map<String, String> environment, MpiLibrary library, int size) {
        for (String variable : new String[] {OPEN_MPI_SIZE, MPICH_SIZE, SLURM_SIZE}) {
            String started = environment.get(variable);
            if (started != null) {
                if (!started.equals(Integer.toString(size)) && size == 1) {
                    throw new CommunicatorException(RuntimeProblem.MPI_LAUNCHER, started, variable, library, size);
                }
                return;
            }
        }
    }
}
