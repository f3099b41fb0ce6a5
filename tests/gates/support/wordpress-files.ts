/** What the bench of WordPress writes down before its programs start. */
export type WordpressPlan = {
  /** The bench's own folder. */
  folder: string;
  /** https, the site's own address. */
  port: number;
  /** https, the same site behind nginx's cache of pages. */
  cachedPort: number;
  /** Whether the programs run as root and have to change to www-data. */
  isRoot: boolean;
  /** PHP for wp-config.php, before WordPress loads. */
  config: string;
};

/** The only wp-config.php; Debian's asks /etc for the site, which belongs to the machine. */
export const wpConfig = ({ folder, port, config }: WordpressPlan): string => `<?php
define( 'DB_NAME', 'wordpress' );
define( 'DB_USER', 'root' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', 'localhost:${folder}/run/db.sock' );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
foreach ( array( 'AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE' ) as $name ) {
	define( $name . '_KEY', $name . '-key-of-the-bench' );
	define( $name . '_SALT', $name . '-salt-of-the-bench' );
}
$table_prefix = 'wp_';
// Nothing leaves the machine, and nothing runs but what a test asks for.
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'WP_ACCESSIBLE_HOSTS', 'localhost,127.0.0.1' );
define( 'DISABLE_WP_CRON', true );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
define( 'WP_DEBUG', true );
define( 'WP_DEBUG_DISPLAY', false );
define( 'WP_DEBUG_LOG', '${folder}/php.log' );
define( 'BENCH_PORT', ${port} );
${config}
if ( ! defined( 'ABSPATH' ) ) {
	define( 'ABSPATH', __DIR__ . '/' );
}
require_once ABSPATH . 'wp-settings.php';
`;

/** Trusts the bench's authority, and nothing else that the plugin would not trust. */
export const muPlugin = ({ folder }: WordpressPlan): string => `<?php
add_filter( 'http_request_args', static function ( $args ) {
	$args['sslcertificates'] = '${folder}/ca.pem';
	return $args;
} );
add_filter( 'pre_wp_mail', '__return_true' );
`;

/** Its own pool on its own socket. */
export const fpmConf = ({ folder, isRoot }: WordpressPlan): string => `[global]
error_log = ${folder}/fpm.log
daemonize = no
[www]
${isRoot ? "user = www-data\ngroup = www-data\nlisten.owner = www-data\n" : ""}listen = ${folder}/fpm.sock
pm = static
pm.max_children = 4
catch_workers_output = yes
php_admin_value[error_log] = ${folder}/php.log
php_admin_value[upload_tmp_dir] = ${folder}/tmp
php_admin_value[session.save_path] = ${folder}/tmp
php_admin_value[opcache.revalidate_freq] = 0
php_admin_value[memory_limit] = 256M
`;

const site = ({ folder, port }: WordpressPlan, listen: number, cache: string, uploads: string): string => `
  server {
    listen 127.0.0.1:${listen} ssl;
    server_name localhost;
    ssl_certificate ${folder}/site.pem;
    ssl_certificate_key ${folder}/site.key;
    root ${folder}/site;
    index index.php;
    ${uploads}
    location / {
      try_files $uri $uri/ /index.php?$args;
    }
    location ~ \\.php$ {
      try_files $uri =404;
      include /etc/nginx/fastcgi_params;
      fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
      fastcgi_param HTTP_HOST localhost:${port};
      fastcgi_param SERVER_PORT ${port};
      fastcgi_pass unix:${folder}/fpm.sock;
      fastcgi_read_timeout 60s;
      ${cache}
    }
  }`;

/** The site twice: as it is, and behind a cache of pages that does what Cache-Control says. */
export const nginxConf = (plan: WordpressPlan, uploads: string): string => {
  const { folder, port, cachedPort, isRoot } = plan;
  const cache = `fastcgi_cache pages;
      fastcgi_cache_key "$scheme$request_method$host$request_uri";
      fastcgi_cache_valid 200 301 10m;
      add_header X-Bench-Cache $upstream_cache_status always;`;
  return `${isRoot ? "user www-data;\n" : ""}daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/nginx.log;
events { worker_connections 128; }
http {
  include /etc/nginx/mime.types;
  access_log off;
  client_body_temp_path ${folder}/tmp/body;
  proxy_temp_path ${folder}/tmp/proxy;
  fastcgi_temp_path ${folder}/tmp/fastcgi;
  uwsgi_temp_path ${folder}/tmp/uwsgi;
  scgi_temp_path ${folder}/tmp/scgi;
  fastcgi_cache_path ${folder}/pages keys_zone=pages:1m;
  ${site(plan, port, "", uploads)}
  ${site(plan, cachedPort, cache, uploads)}
}
`;
};
