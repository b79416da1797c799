/** What compiler and run time do alike with CANN, the software of Ascend devices. */
package io.graphkernel.cann;
