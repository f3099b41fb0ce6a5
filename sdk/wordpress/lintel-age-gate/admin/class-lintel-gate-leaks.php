<?php
/**
 * Looks for its own leaks: asks the site for what is protected, as a visitor without proof does, and says what came. It
 * finds a page that a cache kept, files that the web server hands out itself, and another door to the same site.
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Asks without proof.
 */
final class Lintel_Gate_Leaks {
	const TIMEOUT_SECONDS = 4;
	/** An owner waits for this page. */
	const LONGEST_SECONDS = 20;

	/**
	 * All results: how it is ("good", "advice", "problem"), what was looked at, and a sentence.
	 *
	 * @return array<array{string, string, string}>
	 */
	public static function results(): array {
		$results = array();
		$until   = time() + self::LONGEST_SECONDS;
		foreach ( Lintel_Gate_Settings::is_on() ? self::doors() : array() as list( $kind, $url, $family ) ) {
			if ( time() > $until ) {
				break;
			}
			$status = self::status( $url, $family );
			$shown  = $url . ( CURL_IPRESOLVE_V6 === $family ? ' (IPv6)' : '' );
			if ( 200 <= $status && $status < 300 ) {
				/* translators: %s: an address. */
				$results[] = array( 'problem', $kind, sprintf( __( 'Open without the age check: %s', 'lintel-age-gate' ), $shown ) );
			} elseif ( $status > 0 ) {
				/* translators: %s: an address. */
				$results[] = array( 'good', $kind, sprintf( __( 'Closed without the age check: %s', 'lintel-age-gate' ), $shown ) );
			} elseif ( 'page' === $kind ) {
				/* translators: %s: an address. */
				$results[] = array( 'advice', $kind, sprintf( __( 'This server cannot ask for %s itself. Open it in a private window.', 'lintel-age-gate' ), $shown ) );
			}
		}
		return $results;
	}

	/**
	 * What is asked: a page, its feed and a file of it; the page by IPv6, by http and with or without "www.". A door that
	 * is not there is no leak.
	 *
	 * @return array<array{string, string, int}>
	 */
	private static function doors(): array {
		$post = self::newest( '' );
		$page = Lintel_Gate_Protection::is_whole_site() || null === $post ? home_url( '/' ) : (string) get_permalink( $post );
		if ( null === $post && ! Lintel_Gate_Protection::is_whole_site() ) {
			return array();
		}
		$doors = array(
			array( 'page', $page, CURL_IPRESOLVE_V4 ),
			array( 'ipv6', $page, CURL_IPRESOLVE_V6 ),
			array( 'feed', null === $post || Lintel_Gate_Protection::is_whole_site() ? get_feed_link() : get_post_comments_feed_link( $post->ID ), CURL_IPRESOLVE_WHATEVER ),
		);
		$file = self::newest( 'attachment' );
		if ( null !== $file ) {
			$doors[] = array( 'file', (string) wp_get_attachment_url( $file->ID ), CURL_IPRESOLVE_WHATEVER );
		}
		$host    = (string) wp_parse_url( $page, PHP_URL_HOST );
		$other   = 0 === strpos( $host, 'www.' ) ? substr( $host, 4 ) : 'www.' . $host;
		$doors[] = array( 'http', (string) preg_replace( '#\Ahttps://([^/:]+)(:\d+)?#', 'http://$1', $page ), CURL_IPRESOLVE_WHATEVER );
		$doors[] = array( 'www', (string) preg_replace( '#\A(https?://)[^/:]+#', '$1' . $other, $page ), CURL_IPRESOLVE_WHATEVER );
		return $doors;
	}

	/**
	 * The newest protected post that visitors could see, or attachment.
	 *
	 * @param string $type "attachment", or empty for everything else.
	 */
	private static function newest( string $type ): ?WP_Post {
		global $wpdb;
		$ids = Lintel_Gate_Protection::ids_sql();
		$of  = 'attachment' === $type ? "post_type = 'attachment'" : "post_type <> 'attachment' AND post_status = 'publish'";
		$id  = '' === $ids ? 0 : (int) $wpdb->get_var( "SELECT ID FROM {$wpdb->posts} WHERE $of AND ID IN ($ids) ORDER BY ID DESC LIMIT 1" );
		return $id ? get_post( $id ) : null;
	}

	/**
	 * The status of the answer, or 0 where there is none.
	 *
	 * @param string $url    An address of this site.
	 * @param int    $family CURL_IPRESOLVE_….
	 */
	private static function status( string $url, int $family ): int {
		$choose = static function ( $handle ) use ( $family ): void {
			curl_setopt( $handle, CURLOPT_IPRESOLVE, $family );
		};
		add_action( 'http_api_curl', $choose );
		$response = wp_remote_get( $url, array( 'timeout' => self::TIMEOUT_SECONDS, 'redirection' => 0, 'limit_response_size' => 1024, 'headers' => array( 'Accept' => 'text/html' ) ) );
		remove_action( 'http_api_curl', $choose );
		return is_wp_error( $response ) ? 0 : (int) wp_remote_retrieve_response_code( $response );
	}
}
